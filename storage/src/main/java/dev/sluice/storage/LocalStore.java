/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A store of local files.
 *
 * <p>A file under construction has a hidden name in the folder of the final one, and gets its final name by a hard link,
 * which no file system grants twice. Reading follows symbolic links, also in the folder that a listing starts from;
 * listing below that folder and deleting never do.
 */
public final class LocalStore implements Store {

    /** The names of files under construction; a process that was killed may leave one behind. */
    public static final Pattern TEMPORARY = Pattern.compile("\\..+\\.[0-9a-f]{16}\\.sluice-tmp");

    private static final Comparator<Path> BY_NAME_IN_UTF_8 = Comparator.comparing(
            path -> path.getFileName().toString().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final LocalOutput.Disk disk;

    public LocalStore() {
        this(LocalOutput.Disk.REAL);
    }

    LocalStore(LocalOutput.Disk disk) {
        this.disk = disk;
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        LocalWalk walk = new LocalWalk(path(folder));
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(walk, Spliterator.NONNULL), false)
                .onClose(walk::close);
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        byte[] first = from.getBytes(StandardCharsets.UTF_8);
        return entries(folder, name -> Arrays.compareUnsigned(name, first) >= 0)
                .flatMap(entry -> LocalWalk.attributes(entry)
                        .filter(BasicFileAttributes::isRegularFile)
                        .map(found -> LocalWalk.storedFile(entry, found))
                        .stream());
    }

    @Override
    public Stream<Location> folders(Location folder) {
        return entries(folder, name -> true)
                .filter(entry -> LocalWalk.attributes(entry)
                        .filter(BasicFileAttributes::isDirectory)
                        .isPresent())
                .map(Location::local);
    }

    /** Whatever lies directly in a folder under a name that passes, in the order of the names' bytes. */
    private static Stream<Path> entries(Location folder, Predicate<byte[]> name) {
        Path path = path(folder);
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(path)) {
            for (Path entry : found) {
                if (name.test(LocalWalk.nameOf(entry).getBytes(StandardCharsets.UTF_8))) {
                    entries.add(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw Failure.of("list", folder, e);
        } catch (IOException e) {
            if (Failure.meansAbsent(path, e)) {
                return Stream.empty();
            }
            throw Failure.of("list", folder, e);
        }
        entries.sort(BY_NAME_IN_UTF_8);
        return entries.stream();
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        return attributes(file)
                .filter(BasicFileAttributes::isRegularFile)
                .map(found -> new StoredFile(
                        file, Bytes.of(found.size()), found.lastModifiedTime().toInstant()));
    }

    @Override
    public boolean holds(Location folder) {
        return attributes(folder).filter(BasicFileAttributes::isDirectory).isPresent();
    }

    @Override
    public StoreInput open(Location file) {
        return LocalInput.open(file, path(file));
    }

    @Override
    public StoreOutput create(Location file) {
        return LocalOutput.begin(file, path(file), disk);
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        String prefix = LocalOutput.temporaryPrefix(file.name());
        try (Stream<StoredFile> files = listFrom(file.parent(), prefix)) {
            return files.takeWhile(found -> found.location().name().startsWith(prefix))
                    .filter(found -> TEMPORARY.matcher(found.location().name()).matches())
                    .toList();
        }
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        if (Files.exists(path(file), LinkOption.NOFOLLOW_LINKS)) {
            return PutOutcome.EXISTS;
        }
        try (LocalOutput output = LocalOutput.begin(file, path(file), disk)) {
            output.write(ByteBuffer.wrap(content));
            return output.commitIfAbsent();
        }
    }

    @Override
    public Location realPlace(Location folder) {
        if (!folder.isLocal() || folder.path().equals("/")) {
            return folder;
        }
        try {
            return Location.local(Path.of(folder.path()).toRealPath());
        } catch (IOException | InvalidPathException e) {
            return realPlace(folder.parent()).resolve(folder.name());
        }
    }

    @Override
    public Access access(Location place) {
        return new Access(
                List.of(), Optional.empty(), Access.Versioning.UNVERSIONED, Optional.of(Files.isWritable(path(place))));
    }

    @Override
    public Optional<Bucket> unproven(Location place) {
        return Optional.empty();
    }

    @Override
    public void replace(Location file, byte[] content) {
        try (LocalOutput output = LocalOutput.begin(file, path(file), disk)) {
            output.write(ByteBuffer.wrap(content));
            output.commitReplacing();
        }
    }

    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        List<Path> paths = files.stream().map(LocalStore::path).toList();
        List<DeleteOutcome> outcomes = new ArrayList<>(files.size());
        for (int i = 0; i < paths.size(); i++) {
            outcomes.add(delete(files.get(i), paths.get(i)));
        }
        return outcomes;
    }

    private static DeleteOutcome delete(Location file, Path path) {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isRegularFile()) {
                return new DeleteOutcome(file, DeleteOutcome.Kind.FAILED, kindOf(found));
            }
            Files.delete(path);
            return new DeleteOutcome(file, DeleteOutcome.Kind.DELETED, "");
        } catch (IOException e) {
            return Failure.meansAbsent(path, e)
                    ? new DeleteOutcome(file, DeleteOutcome.Kind.ABSENT, "")
                    : new DeleteOutcome(file, DeleteOutcome.Kind.FAILED, Failure.reason(e));
        }
    }

    private static String kindOf(BasicFileAttributes found) {
        if (found.isDirectory()) {
            return "It is a folder; only files are deleted.";
        }
        return found.isSymbolicLink()
                ? "It is a symbolic link; only files are deleted, and no link is followed."
                : "It is no regular file.";
    }

    private static Optional<BasicFileAttributes> attributes(Location location) {
        Path path = path(location);
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
        } catch (IOException e) {
            if (Failure.meansAbsent(path, e)) {
                return Optional.empty();
            }
            throw Failure.of("look at", location, e);
        }
    }

    private static Path path(Location location) {
        if (!location.scheme().equals("file")) {
            throw new GateException(
                    Fault.INTERNAL,
                    location.toString(),
                    "The store of local files was asked for another store's file.");
        }
        try {
            return Path.of(location.path());
        } catch (InvalidPathException e) {
            throw new GateException(
                    Fault.STORAGE,
                    location.toString(),
                    "This name cannot be written in the character set of this process (%s): %s."
                            .formatted(System.getProperty("sun.jnu.encoding"), e.getReason()),
                    e);
        }
    }
}
