/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How this very program is started again as a worker: by the same Java, with the same class path and options. */
public final class WorkerCommandLine {

    /** A short-lived process, whose memory is given back by its end; one that is out of memory is not to limp on. */
    private static final List<String> OWN =
            List.of("-XX:+UseParallelGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError");

    private WorkerCommandLine() {}

    /**
     * @param main the class that starts the program
     */
    public static List<String> ofThisProgram(Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(WorkerCommandLine::isHandedOn)
                .forEach(command::add);
        command.addAll(OWN);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.add("worker");
        return command;
    }

    /** Agents, debuggers, the making of archives and the parent's own ways with memory and terminals stay with it. */
    static boolean isHandedOn(String option) {
        return Stream.of("-D", "-Xm", "-Xs", "-Xlog", "-XX:SharedArchiveFile", "--add-", "--enable-")
                        .anyMatch(option::startsWith)
                && !option.startsWith("-Dsluice.terminals");
    }
}
