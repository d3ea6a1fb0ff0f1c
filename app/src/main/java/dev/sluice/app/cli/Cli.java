/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.voice.HumanVoice;
import dev.sluice.app.voice.JsonVoice;
import dev.sluice.app.voice.Voice;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: from arguments to an exit code. */
public final class Cli {

    private static final int WIDTH = 120;

    private final Surroundings around;
    private final Sluice sluice;
    private final CommandLine line;

    public Cli(Parts parts, Surroundings around) {
        this.around = around;
        this.sluice = new Sluice(parts, around);
        this.line = new CommandLine(sluice)
                .addSubcommand("demo", new DemoCommand(sluice))
                .addSubcommand("assess", new AssessCommand(sluice))
                .addSubcommand("plan", new PlanCommand(sluice))
                .addSubcommand("apply", new ApplyCommand(sluice))
                .addSubcommand("run", new RunCommand(sluice))
                .addSubcommand("approve", new ApproveCommand(sluice))
                .addSubcommand("decline", new DeclineCommand(sluice))
                .addSubcommand("runs", new RunsCommand(sluice))
                .addSubcommand("show", new ShowCommand(sluice))
                .addSubcommand("explain", new ExplainCommand(sluice))
                .addSubcommand("fleet", new FleetCommand(sluice))
                .addSubcommand("config", ConfigCommand.with(sluice))
                .addSubcommand("doctor", new DoctorCommand(sluice))
                .addSubcommand("worker", new WorkerCommand(sluice))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(WIDTH)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(writer(around.out()))
                .setErr(writer(around.err()))
                .setExecutionStrategy(this::carryOut)
                .setParameterExceptionHandler((wrong, args) -> refuse(wrong, args))
                .setExecutionExceptionHandler((broken, command, parsed) -> fail(broken, command));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    public int run(String... args) {
        return line.execute(args);
    }

    /** The step of a run that is going on, empty where none is. */
    public Optional<String> underWay() {
        return sluice.underWay();
    }

    /** Clears away what must not outlive a program that is stopped from outside. */
    public void stop() {
        sluice.stop();
    }

    /** The commands as picocli knows them, to print their help. */
    CommandLine commands() {
        return line;
    }

    private int carryOut(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        if (!parsed.hasSubcommand()) {
            line.usage(line.getOut());
            return Exit.WORKED;
        }
        int exit = new CommandLine.RunLast().execute(parsed);
        sluice.voice().finish();
        return exit;
    }

    private int fail(Exception broken, CommandLine command) {
        GateException cause = Refusals.of(command.getCommandSpec().qualifiedName(), broken);
        sluice.voice().refused(command.getCommandSpec().qualifiedName(), cause);
        sluice.voice().finish();
        return cause.fault().exitCode();
    }

    private int refuse(ParameterException wrong, String[] args) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        GateException cause = new GateException(Fault.USAGE, command, reason(wrong), wrong);
        // The options were not read to their end, so whether JSON was asked for is looked up in what was typed.
        Voice voice = Arrays.asList(args).contains("--json")
                ? new JsonVoice(around.out(), around.err(), false)
                : new HumanVoice(around.out(), around.err(), false);
        voice.refused(command, cause);
        voice.finish();
        return cause.fault().exitCode();
    }

    private static String reason(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            String message = String.valueOf(wrong.getMessage());
            return message.endsWith(".") ? message : message + ".";
        }
        String first = unmatched.getUnmatched().get(0);
        boolean option = unmatched.isUnknownOption();
        boolean command = !option && wrong.getCommandLine().getParent() == null;
        String what = option
                ? "There is no option \"%s\".".formatted(first)
                : command
                        ? "There is no command \"%s\".".formatted(first)
                        : "\"%s\" is one argument too many.".formatted(first);
        List<String> near = option || command ? unmatched.getSuggestions() : List.of();
        return near.isEmpty() ? what : what + " Did you mean %s?".formatted(String.join(" or ", near));
    }
}
