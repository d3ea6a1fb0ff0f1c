/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.rewrite.Codec;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.RewriteJob;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteResult;
import dev.sluice.rewrite.RewriteTarget;
import dev.sluice.rewrite.check.ContentCheck;
import dev.sluice.rewrite.engine.Rewriter;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * One compaction with the content check behind it, in a JVM of its own: what it needed of a heap that was given to that JVM.
 * Prints one row of a table.
 */
final class MemoryRun {

    /** The heads of the row that is printed. */
    static final List<String> HEADS = List.of(
            "files",
            "rows",
            "MiB in",
            "target MiB",
            "files out",
            "MiB out",
            "heap MiB",
            "most in use",
            "most after a collection",
            "wall s",
            "CPU s");

    private static final Set<String> HEAP = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());

    private MemoryRun() {}

    /** Arguments: a shape, {@code quick} or {@code full}, folder of the files, how often to take them, target in MiB. */
    public static void main(String[] arguments) throws IOException {
        Shape shape = shape(arguments[0], arguments[1].equals("quick"));
        Path folder = Path.of(arguments[2]);
        int times = Integer.parseInt(arguments[3]);
        Bytes target = Bytes.ofMebibytes(Long.parseLong(arguments[4]));
        List<RewriteInput> once = inputs(shape, shape.filesBelow(folder));
        List<RewriteInput> inputs =
                Stream.generate(() -> once).limit(times).flatMap(List::stream).toList();
        AtomicLong afterCollections = new AtomicLong();
        listen(afterCollections);
        long begin = System.nanoTime();
        long cpu = cpu();
        RewriteResult result = compact(shape, inputs, target, Files.createTempDirectory(folder, "memory-"));
        System.out.println(Stream.of(
                        inputs.size(),
                        result.rowsWritten(),
                        mebibytes(inputs.stream()
                                .mapToLong(each -> each.size().count())
                                .sum()),
                        target.count() >> 20,
                        result.outputs().size(),
                        mebibytes(result.bytesWritten().count()),
                        mebibytes(Runtime.getRuntime().maxMemory()),
                        mebibytes(mostInUse()),
                        mebibytes(afterCollections.get()),
                        "%.1f".formatted((System.nanoTime() - begin) / 1e9),
                        "%.1f".formatted((cpu() - cpu) / 1e9))
                .map(String::valueOf)
                .collect(Collectors.joining(" | ", "| " + shape.name() + " | ", " |")));
    }

    private static Shape shape(String name, boolean quick) {
        return switch (name) {
            case "A" -> Shape.events(quick);
            case "A-snappy" -> Shape.snappyEvents(quick);
            case "B" -> Shape.tiny(quick);
            case "C" -> Shape.wide(quick);
            case "D" -> Shape.deletes(quick);
            case "pages" -> Shape.largePages(quick);
            default -> throw new IllegalArgumentException("There is no shape " + name);
        };
    }

    private static List<RewriteInput> inputs(Shape shape, List<Path> files) throws IOException {
        List<RewriteInput> inputs = new ArrayList<>();
        for (Path file : files) {
            inputs.add(RewriteInput.of(Location.local(file), Bytes.of(Files.size(file)))
                    .with(shape.mask(inputs.size())));
        }
        return inputs;
    }

    private static RewriteResult compact(Shape shape, List<RewriteInput> inputs, Bytes target, Path outputs)
            throws IOException {
        LocalStore store = new LocalStore();
        RewriteLimits limits =
                new RewriteLimits(2, RewriteLimits.ofThisMachine().memory());
        RewriteJob job = new RewriteJob(
                inputs,
                RewriteTarget.of(
                        shape.maker().schema(),
                        Codec.ZSTD,
                        target,
                        ordinal -> Location.local(outputs.resolve(ordinal + ".parquet"))));
        try {
            RewriteResult result = new Rewriter(store, limits).rewrite(job);
            new ContentCheck(store, limits).verify(job, result.outputs());
            return result;
        } finally {
            try (Stream<Path> made = Files.list(outputs)) {
                for (Path each : made.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(outputs);
        }
    }

    /** Garbage included: how far the heap was filled, pool by pool. */
    private static long mostInUse() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> HEAP.contains(pool.getName()))
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static void listen(AtomicLong most) {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> {
                                Map<String, MemoryUsage> pools = GarbageCollectionNotificationInfo.from(
                                                (CompositeData) notification.getUserData())
                                        .getGcInfo()
                                        .getMemoryUsageAfterGc();
                                long used = pools.entrySet().stream()
                                        .filter(pool -> HEAP.contains(pool.getKey()))
                                        .mapToLong(pool -> pool.getValue().getUsed())
                                        .sum();
                                most.accumulateAndGet(used, Math::max);
                            },
                            null,
                            null);
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long mebibytes(long bytes) {
        return Math.round(bytes / (double) (1 << 20));
    }
}
