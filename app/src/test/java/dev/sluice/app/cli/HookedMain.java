/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.run.Leases;
import dev.sluice.state.JdbcJournal;
import dev.sluice.state.StateFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The program as a child process of a test: a table in memory, runs in a real state folder, and a compaction that goes
 * as the property {@code sluice.hook} says. Not part of the product.
 */
public final class HookedMain {

    /** What befalls the process in the midst of a compaction. */
    public enum Hook {
        NONE,
        /** It makes the file {@code compacting} in the folder {@code sluice.hook.folder}, and waits for ever. */
        HANGS,
        /** It waits until the program has heard the second line on its standard input. */
        WAITS_FOR_A_SECOND_LINE,
        RUNS_OUT_OF_MEMORY,
        /** Native code touches what is not its own, and the system ends the process. */
        CRASHES
    }

    private static final AtomicInteger LINES_ASKED_FOR = new AtomicInteger();

    private HookedMain() {}

    public static void main(String[] args) {
        Hook hook = Hook.valueOf(System.getProperty("sluice.hook", "NONE"));
        FakeParts parts = new PartsOnDisk();
        parts.delta.orders("/lake/orders");
        parts.delta.whenCompacting = () -> befall(hook);
        System.out.println("A library says something where it should not.");
        Surroundings around = new Surroundings(
                new CountingReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                System.out,
                System.err,
                false,
                false,
                Map.of(),
                Path.of("").toAbsolutePath(),
                Path.of("/home/ada"),
                "ada",
                Clock.systemUTC(),
                new SecureRandom());
        System.exit(new Cli(parts, around).run(args));
    }

    private static void befall(Hook hook) {
        switch (hook) {
            case NONE -> {}
            case HANGS -> {
                make(Path.of(System.getProperty("sluice.hook.folder"), "compacting"));
                await(() -> false);
            }
            case WAITS_FOR_A_SECOND_LINE -> await(() -> LINES_ASKED_FOR.get() >= 3);
            case RUNS_OUT_OF_MEMORY -> {
                List<long[]> all = new ArrayList<>();
                while (all.size() < Integer.MAX_VALUE) {
                    all.add(new long[1 << 27]);
                }
            }
            case CRASHES -> crash();
        }
    }

    private static void make(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static void crash() {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field only = type.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            type.getMethod("putAddress", long.class, long.class).invoke(only.get(null), 0L, 0L);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs, plans and leases in a state folder, as the product has them. */
    private static final class PartsOnDisk extends FakeParts {

        @Override
        public Memory memory(Path stateFolder) {
            JdbcJournal journal = StateFolder.open(stateFolder).journal(Clock.systemUTC());
            return new Memory(journal, journal.outbox());
        }

        @Override
        public Leases leases(Path stateFolder) {
            return StateFolder.open(stateFolder).leases();
        }
    }

    /** Knows how many lines were asked for: with the next one, all before it have been heeded. */
    private static final class CountingReader extends BufferedReader {

        CountingReader(Reader in) {
            super(in);
        }

        @Override
        public String readLine() throws IOException {
            LINES_ASKED_FOR.incrementAndGet();
            return super.readLine();
        }
    }
}
