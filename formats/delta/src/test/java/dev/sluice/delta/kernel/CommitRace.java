/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.storage.LocalStore;
import io.delta.kernel.internal.util.Utils;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One of several processes that try to write the same commits; prints the number of each commit it won. */
final class CommitRace {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private CommitRace() {}

    /** @param args the folder, this racer's number from 0 on, how many race, and how many rounds */
    @SuppressWarnings({"SystemOut", "ThreadPriorityCheck"
    }) // it answers its parent so, and yields for want of a shared lock
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int racer = Integer.parseInt(args[1]);
        int racers = Integer.parseInt(args[2]);
        int rounds = Integer.parseInt(args[3]);
        KernelFileIO files = new KernelFileIO(new LocalStore(), Map.of());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (FileChannel shared = FileChannel.open(
                folder.resolve("starting-line"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            MappedByteBuffer line = shared.map(FileChannel.MapMode.READ_WRITE, 0, 4L * racers);
            for (int round = 1; round <= rounds; round++) {
                line.putInt(4 * racer, round);
                while (!allAt(line, racers, round)) {
                    if (System.nanoTime() > deadline) {
                        throw new IllegalStateException("The others did not come to round " + round + ".");
                    }
                    Thread.yield();
                }
                if (wins(files, folder, round, racer)) {
                    System.out.println(round);
                }
            }
        }
    }

    private static boolean allAt(MappedByteBuffer line, int racers, int round) {
        for (int i = 0; i < racers; i++) {
            if (line.getInt(4 * i) < round) {
                return false;
            }
        }
        return true;
    }

    private static boolean wins(KernelFileIO files, Path folder, int round, int racer) throws IOException {
        try {
            files.newOutputFile("file:%s/_delta_log/%020d.json".formatted(folder, round))
                    .writeAtomically(
                            Utils.toCloseableIterator(List.of("racer " + racer).iterator()), false);
            return true;
        } catch (FileAlreadyExistsException lost) {
            return false;
        }
    }
}
