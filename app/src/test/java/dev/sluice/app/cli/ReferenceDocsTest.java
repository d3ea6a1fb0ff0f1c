/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Blame;
import dev.sluice.core.fault.Fault;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The reference pages and the launcher's help say what the program does: they are written from it, by {@code ./dev docs}. */
class ReferenceDocsTest {

    private final CommandLine commands = new Terminal(Path.of("/"))
            .cli(new ByteArrayOutputStream(), new ByteArrayOutputStream())
            .commands();

    @Test
    void the_launcher_prints_the_help_that_the_program_would() {
        Golden.document("app/src/main/resources/dev/sluice/app/help.txt", commands.getUsageMessage(Ansi.OFF));
    }

    @Test
    void the_page_of_commands_holds_each_commands_help() {
        StringBuilder page = new StringBuilder("""
                # Commands

                Written by `./dev docs` from the program itself. What the exit codes of faults mean: [errors](errors.md).

                With `--json` a command prints one JSON object on standard output; progress and logs go to standard error. A
                command over several tables prints `{"tables": [...]}`, with an `error` in place of each table that was
                refused. What `run`, `apply`, `approve`, `decline` and `demo` print follows
                [run-report.schema.json](run-report.schema.json); what `fleet` prints, [fleet.schema.json](fleet.schema.json).

                | exit | when |
                | ---: | --- |
                | 0 | it worked, also when work is due, waits or was declined |
                | 2 | with `--exit-code`: work is due |
                | 3 | with `--exit-code`: the run awaits approval |
                | 4 | with `--exit-code`: the plan was declined |

                Over several tables the exit code is the highest of all.
                """);
        page.append("\n## sluice\n\n```\n")
                .append(commands.getUsageMessage(Ansi.OFF))
                .append("```\n");
        commands.getSubcommands().values().forEach(command -> helpOf(command, page));
        Golden.document("docs/reference/cli.md", page.toString());
    }

    private static void helpOf(CommandLine command, StringBuilder page) {
        if (!command.getCommandSpec().usageMessage().hidden()) {
            page.append("\n## ")
                    .append(command.getCommandSpec().qualifiedName())
                    .append("\n\n```\n")
                    .append(command.getUsageMessage(Ansi.OFF))
                    .append("```\n");
            command.getSubcommands().values().forEach(below -> helpOf(below, page));
        }
    }

    @Test
    void the_page_of_errors_lists_every_fault() {
        StringBuilder page = new StringBuilder("""
                # Errors

                Written by `./dev docs` from the program itself. Whatever Sluice refuses or fails at is one of these. The
                message reads *subject: reason remedy*; with `--json` it is the object `error` with `fault`, `subject`,
                `reason` and `remedy`. The exit codes are stable.

                | fault | exit | who has to move | remedy |
                | --- | ---: | --- | --- |
                """);
        for (Fault fault : Fault.values()) {
            page.append("| %s | %d | %s | %s |%n"
                    .formatted(fault, fault.exitCode(), inWords(fault.blame()), fault.remedy()));
        }
        Golden.document("docs/reference/errors.md", page.toString());
    }

    private static String inWords(Blame blame) {
        return switch (blame) {
            case OWNER -> "the owner of the table or of the configuration";
            case NOBODY -> "nobody: try again";
            case STORAGE -> "the storage or the network";
            case GATE -> "Sluice itself";
        };
    }

    @Test
    void help_and_version_are_printed_once() {
        Terminal terminal = new Terminal(Path.of("/"));

        assertThat(terminal.run().out()).isEqualTo(commands.getUsageMessage(Ansi.OFF));
        assertThat(terminal.run("--help").out()).isEqualTo(commands.getUsageMessage(Ansi.OFF));
        assertThat(terminal.run("run", "--help").out())
                .startsWith("Usage: sluice run ")
                .containsOnlyOnce("Parameters:");
        assertThat(terminal.run("--version").out()).startsWith("sluice ").hasLineCount(1);
    }

    @Test
    void no_two_faults_and_none_of_the_commands_own_ends_share_an_exit_code() {
        assertThat(Arrays.stream(Fault.values()).map(Fault::exitCode))
                .doesNotHaveDuplicates()
                .doesNotContain(Exit.WORKED, Exit.WORK_DUE, Exit.AWAITING_APPROVAL, Exit.DECLINED);
    }

    @Test
    void every_command_and_option_is_described() {
        allOf(commands).forEach(command -> {
            assertThat(command.getCommandSpec().usageMessage().description())
                    .as(command.getCommandName())
                    .isNotEmpty();
            command.getCommandSpec()
                    .args()
                    .forEach(arg -> assertThat(arg.description())
                            .as("%s of %s", arg.paramLabel().toLowerCase(Locale.ROOT), command.getCommandName())
                            .isNotEmpty());
        });
    }

    private static Stream<CommandLine> allOf(CommandLine command) {
        return command.getSubcommands().values().stream().flatMap(each -> Stream.concat(Stream.of(each), allOf(each)));
    }
}
