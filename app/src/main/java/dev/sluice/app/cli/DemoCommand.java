/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.util.Map;
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
        return new DemoPassage(sluice, keep).of(demo, wishes.policy(format, inputs, parts), aged);
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
