/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Leases;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Leases as locked files, one per table, in a folder on a local disk. The operating system takes a lock back when its
 * process ends, however it ends. In a file stand the process that held it last and its table; it stays when the lease
 * ends, because a file that is deleted while another process waits at it would be locked by both.
 */
public final class FileLeases implements Leases {

    /**
     * What this process holds. It is asked before a file is opened: a lock belongs to the process, so that it keeps no
     * thread out, and closing the file a second time would end the lock of whoever holds it in this process. For the
     * same reason nothing else in this process may read the file of a lease.
     */
    private static final Map<Path, FileChannel> HELD = new HashMap<>();

    private final Path folder;
    private final Locking locking;

    /** How a file is locked: nothing if another process holds it. */
    interface Locking {
        @Nullable
        FileLock lock(FileChannel file) throws IOException;
    }

    FileLeases(Path folder, Locking locking) {
        this.folder = folder;
        this.locking = locking;
    }

    /** @throws GateException with {@code STORAGE} where no file can be made or locked */
    @Override
    public Optional<Lease> claim(TableRef table) {
        Path file = file(table);
        synchronized (HELD) {
            return HELD.containsKey(file) ? Optional.empty() : claim(table, file);
        }
    }

    private Optional<Lease> claim(TableRef table, Path file) {
        FileChannel channel = open(file);
        try {
            if (locking.lock(channel) == null) {
                return Optional.empty();
            }
            sign(channel, table);
            HELD.put(file, channel);
            return Optional.of(() -> release(file, channel));
        } catch (IOException e) {
            throw refusal(file, "The file cannot be locked", e);
        } finally {
            if (HELD.get(file) != channel) {
                close(file, channel);
            }
        }
    }

    private static void release(Path file, FileChannel channel) {
        synchronized (HELD) {
            if (HELD.remove(file, channel)) {
                close(file, channel);
            }
        }
    }

    /** The same path by whatever name the folder is called. */
    private Path file(TableRef table) {
        StateFolder.make(folder);
        try {
            return folder.toRealPath().resolve(hash(table) + ".lock");
        } catch (IOException e) {
            throw refusal(folder, "The folder cannot be read", e);
        }
    }

    private static String hash(TableRef table) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(table.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static FileChannel open(Path file) {
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw refusal(file, "The file cannot be opened", e);
        }
    }

    private static void sign(FileChannel channel, TableRef table) throws IOException {
        ByteBuffer text = StandardCharsets.UTF_8.encode(
                "process %d\n%s\n".formatted(ProcessHandle.current().pid(), table));
        channel.truncate(0);
        while (text.hasRemaining()) {
            channel.write(text);
        }
    }

    private static void close(Path file, FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw refusal(file, "The file cannot be closed", e);
        }
    }

    private static GateException refusal(Path place, String what, IOException cause) {
        return new GateException(
                Fault.STORAGE,
                place.toString(),
                "%s (%s). Sluice needs locks, so that no two runs work on one table at once: the state folder has to be on a local disk that may be written."
                        .formatted(what, why(cause)),
                cause);
    }

    private static @Nullable String why(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "the user this process runs as lacks the permission";
        }
        if (cause instanceof FileSystemException known) {
            return known.getReason() != null
                    ? known.getReason()
                    : known.getClass().getSimpleName().replace("Exception", "");
        }
        return cause.getMessage();
    }
}
