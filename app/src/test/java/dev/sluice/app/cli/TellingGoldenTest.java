/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.notify.Subscription;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.testing.FakeNotifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of messages: a line when the command is done, and what became of them with the run. */
class TellingGoldenTest {

    private static final String SLACK = "slack ${env:SLACK_WEBHOOK_URL}";
    private static final Outcome BUSY = new Outcome.NotNow("It answered with status 503.", Optional.empty());

    @TempDir
    private Path folder;

    private Terminal terminal;
    private FakeNotifier slack;

    @BeforeEach
    void tell_slack_of_runs() {
        terminal = new Terminal(folder);
        terminal.parts.delta.orders("/lake/orders");
        slack = new FakeNotifier(SLACK);
        tells(slack);
    }

    private void tells(Notifier notifier) {
        terminal.parts.subscriptions = new Subscriptions(
                Map.of("delta-lake-table-health-gate", List.of(new Subscription(notifier, Occasion.BY_DEFAULT))));
    }

    private static void holds(String golden, Terminal.Ending... endings) {
        Golden.holds(
                golden, Arrays.stream(endings).map(Terminal.Ending::transcript).collect(Collectors.joining("\n")));
    }

    private String newestRun() {
        return terminal.parts.journal.newestRun();
    }

    @Test
    void says_who_was_told() {
        holds(
                "told.txt",
                terminal.run("run", "delta:/lake/orders"),
                terminal.run("show", newestRun()),
                terminal.run("show", newestRun(), "--json"));
        assertThat(slack.told())
                .extracting(Message::title)
                .containsExactly("delta:/lake/orders: compacted and verified");
    }

    @Test
    void says_who_could_not_be_told_and_tells_them_after_the_next_run() {
        slack.answers(BUSY, BUSY, BUSY);
        Terminal.Ending failed = terminal.run("run", "delta:/lake/orders");
        String run = newestRun();
        Terminal.Ending shown = terminal.run("show", run);

        assertThat(failed.exit()).isZero();
        assertThat(terminal.parts.pauses)
                .hasSize(2)
                .allSatisfy(pause -> assertThat(pause).isGreaterThanOrEqualTo(Duration.ofSeconds(5)));

        terminal.now = terminal.now.plusSeconds(3600);
        holds("told-later.txt", failed, shown, terminal.run("run", "delta:/lake/orders"), terminal.run("show", run));
        assertThat(slack.told()).hasSize(4);
    }

    @Test
    void says_whom_it_is_of_no_use_to_tell_again() {
        slack.answers(new Outcome.Rejected("It answered with status 404: no_service."));

        holds("told-never.txt", terminal.run("run", "delta:/lake/orders"), terminal.run("show", newestRun()));
    }

    @Test
    void a_receiver_that_is_left_alone_is_not_tried_and_that_is_said() {
        slack.answers(new Outcome.NotNow("It answered with status 429.", Optional.of(Duration.ofMinutes(10))));
        terminal.run("run", "delta:/lake/orders");
        terminal.parts.delta.orders("/lake/returns");
        terminal.now = terminal.now.plusSeconds(60);

        Terminal.Ending second = terminal.run("run", "delta:/lake/returns");

        assertThat(slack.told()).hasSize(1);
        assertThat(second.err())
                .contains(
                        "notify: Could not tell %s of 1 run: It is being told by another process, or is to be left alone."
                                .formatted(SLACK));
    }

    @Test
    void commands_that_run_no_gate_deliver_nothing() {
        slack.answers(BUSY, BUSY, BUSY);
        terminal.run("run", "delta:/lake/orders");
        terminal.now = terminal.now.plusSeconds(3600);

        terminal.run("runs");
        terminal.run("show", newestRun());
        terminal.run("assess", "delta:/lake/orders");
        terminal.run("plan", "delta:/lake/orders");

        assertThat(slack.told()).hasSize(3);
    }

    @Test
    void a_fault_of_ours_in_the_delivery_changes_neither_exit_nor_report() {
        Notifier broken = new Notifier() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public Outcome tell(Message message, List<String> reports) {
                throw new IllegalStateException("https://hooks.example/T0/secret");
            }
        };
        tells(broken);

        Terminal.Ending people = terminal.run("run", "delta:/lake/orders");
        terminal.parts.delta.orders("/lake/returns");
        Terminal.Ending program = terminal.run("run", "delta:/lake/returns", "--json");

        assertThat(people.exit()).isZero();
        assertThat(people.out()).contains("compacted and verified");
        assertThat(people.err())
                .contains("notify: The messages were not delivered and stay in the outbox: IllegalStateException.")
                .doesNotContain("secret");
        JsonNode json = Json.only(program);
        assertThat(json.path("status").asText()).isEqualTo("COMPACTED");
    }
}
