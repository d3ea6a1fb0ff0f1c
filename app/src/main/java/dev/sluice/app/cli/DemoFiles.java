/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a demo's table as its folder held them before the run, to be compared with what is left of them. */
final class DemoFiles {

    private final Path folder;
    private final Set<Path> outOfUse;
    private final Set<Path> before;

    private DemoFiles(Path folder, Set<Path> outOfUse) {
        this.folder = folder;
        this.outOfUse = outOfUse;
        this.before = list(folder);
    }

    static DemoFiles of(Demo.Written written, Path folder) {
        return new DemoFiles(folder, written.outOfUse());
    }

    private static Set<Path> list(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new GateException(
                    Fault.STORAGE, folder.toString(), "The demo's folder cannot be listed: %s.".formatted(e), e);
        }
    }

    /**
     * Which files the run took away, as the folder shows it and not as the run reports it.
     *
     * @throws GateException with {@code VERIFICATION_FAILED} if they are not exactly those that were to go
     */
    String whatIsGone(RunReport report) {
        boolean removes =
                report.plan().filter(plan -> plan.does(Step.Kind.REMOVE)).isPresent();
        Set<Path> due = removes ? outOfUse : Set.of();
        Set<Path> gone = new TreeSet<>(before);
        gone.removeAll(list(folder));
        if (!gone.equals(due)) {
            throw new GateException(
                    Fault.VERIFICATION_FAILED,
                    report.table().toString(),
                    "%d files were to be removed, and not exactly these are gone from the folder, but %d."
                            .formatted(due.size(), gone.size()));
        }
        return removes
                ? "%d of the %d files that lay there before are gone: exactly those that were out of use, and no other"
                        .formatted(gone.size(), before.size())
                : "all of the %d files that lay there before are still there".formatted(before.size());
    }
}
