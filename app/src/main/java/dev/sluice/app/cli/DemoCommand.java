/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.approval.Approvers;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.table.TableRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice demo}: a throwaway table through the whole gate, in a folder and with a journal of its own. */
@Command(name = "demo", description = "Take a throwaway table, really fragmented, through the whole gate.")
final class DemoCommand implements Callable<Integer> {

    private static final String TABLE = "orders";
    private static final String STATE = "state";

    @Parameters(arity = "0..1", paramLabel = "FORMAT", description = "The table's format. Default: delta.")
    String format = "delta";

    @Option(
            names = "--keep",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "DIR",
            preprocessor = OnlyAttached.class,
            description = "Keep the table and its runs, in a new folder DIR or, without a name, in a temporary one.")
    @Nullable
    String keep;

    @Option(
            names = "--aged",
            description =
                    "With files that are long out of use, which are removed: as with --set vacuum_mode=APPLY on a table of yours.")
    boolean aged;

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    private final Sluice sluice;

    DemoCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        Parts parts = sluice.parts();
        Demo demo = (aged ? parts.agedDemo(format) : parts.demo(format))
                .orElseThrow(() -> new GateException(
                        Fault.USAGE,
                        "sluice demo",
                        "There is no %sdemo of a format \"%s\".".formatted(aged ? "aged " : "", format)));
        Map<String, String> inputs = new TreeMap<>(demo.inputs());
        if (aged) {
            inputs.put("vacuum-mode", "APPLY");
        }
        Policy policy = wishes.policy(format, inputs, parts);
        try (DemoFolder folder = DemoFolder.open(keep, sluice.around())) {
            sluice.whenStopped(folder::abandon);
            return pass(demo, policy, folder.path());
        }
    }

    private int pass(Demo demo, Policy policy, Path folder) {
        try (Session session = sluice.openForDemo(folder.resolve(STATE))) {
            session.voice()
                    .tells(List.of(
                            "A throwaway table goes through the gate; no table of yours is touched.",
                            "",
                            "write      a table " + demo.story()));
            Demo.Written written = demo.write().apply(folder.resolve(TABLE));
            TableRef table = written.table();
            session.voice().tells(List.of("           " + table));
            Optional<DemoFiles> files =
                    aged ? Optional.of(DemoFiles.of(written, folder.resolve(TABLE))) : Optional.empty();
            RunReport report = session.gate()
                    .pass(table, policy, Approvers.policy(session.around().clock()));
            session.voice().demonstrated(report);
            files.ifPresent(f -> session.voice().tells(List.of("prove      " + f.whatIsGone(report))));
            session.voice().tells(keep == null ? gone() : kept(table, folder, demo));
            return new Exit(false).of(report);
        }
    }

    private static List<String> gone() {
        return List.of("", "The table is gone again; `sluice demo --keep` keeps it.");
    }

    private List<String> kept(TableRef table, Path folder, Demo demo) {
        StringBuilder run = new StringBuilder("  sluice run ").append(quoted(table.toString()));
        new TreeMap<>(demo.inputs())
                .forEach((key, value) ->
                        run.append(" --set ").append(key).append('=').append(value));
        return List.of(
                "",
                "The table and its runs are kept in " + folder,
                "A second run finds nothing to do, and says why:",
                run.toString(),
                "What the first run did, step by step:",
                sluice.state == null
                        ? "  sluice runs --state "
                                + quoted(folder.resolve(STATE).toString())
                        : "  sluice runs");
    }

    /** As a shell takes it. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:@%+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Takes a value only from {@code --keep=DIR}: the word after a bare {@code --keep} is the demo's format. */
    static final class OnlyAttached implements IParameterPreprocessor {

        @Override
        public boolean preprocess(
                Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> details) {
            boolean attached = "=".equals(details.get("separator"));
            if (!attached) {
                args.push("");
            }
            return false;
        }
    }
}
