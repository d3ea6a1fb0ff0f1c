/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.StepOutcome;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergPass;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that gets no answer asks once more by itself: Iceberg's pool of database connections after a lost connection, its
 * HTTP client after a 503 that says when to come again. The second answer is then a no to what has already been done.
 */
class LostAnswersTest {

    @TempDir
    private Path folder;

    private Events events;
    private List<String> rows = List.of();
    private Runnable meanwhile = () -> {};
    private boolean isLineDown;

    @BeforeEach
    void a_table_of_four_files() {
        events = Events.create(folder.resolve("t"), 2, 2);
        rows = events.rows();
    }

    @Test
    void a_commit_that_is_in_is_in_whatever_the_second_answer_was() {
        CommitAttempt attempt = new CommitAttempt(table(), IcebergPass.RUN);

        StepOutcome outcome = attempt.make(rewrite(attempt), ours -> new StepOutcome.Skipped("It went in."));

        assertThat(outcome.text()).isEqualTo("It went in.");
        assertThat(attempt.isSurelyNotIn()).isFalse();
        assertThat(Events.at(events.folder()).rows()).isEqualTo(rows);
    }

    /** Iceberg would take its own version for one to go back to. */
    @Test
    void what_another_has_put_on_top_of_it_meanwhile_stays() {
        CommitAttempt attempt = new CommitAttempt(table(), IcebergPass.RUN);
        meanwhile = () -> events.append(Events.DAYS.get(1));

        StepOutcome outcome = attempt.make(rewrite(attempt), ours -> new StepOutcome.Skipped("It went in."));

        assertThat(outcome.text()).isEqualTo("It went in.");
        assertThat(Events.at(events.folder()).rows())
                .hasSize(rows.size() + Events.ROWS_PER_FILE)
                .containsAll(rows);
    }

    @Test
    void where_it_cannot_be_looked_for_nothing_is_cleaned_up() {
        CommitAttempt attempt = new CommitAttempt(table(), IcebergPass.RUN);
        meanwhile = () -> isLineDown = true;

        StepOutcome outcome = attempt.make(rewrite(attempt), ours -> new StepOutcome.Skipped("It went in."));

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.UNKNOWN);
        assertThat(attempt.isSurelyNotIn()).isFalse();
        assertThat(Events.at(events.folder()).rows()).isEqualTo(rows);
    }

    /** Puts a file's rows into a file of their own. */
    private RewriteFiles rewrite(CommitAttempt attempt) {
        RewriteFiles rewrite = attempt.rewrite();
        rewrite.deleteFile(events.files().get(0));
        rewrite.addFile(events.write(
                Events.DAYS.get(0),
                LongStream.range(0, Events.ROWS_PER_FILE)
                        .mapToObj(id -> events.row(id, Events.DAYS.get(0)))
                        .toList()));
        return rewrite;
    }

    private IcebergTable table() {
        IcebergTable table = IcebergPass.load(events.format(), events.ref());
        TableOperations operations = ((HasTableOperations) table.table()).operations();
        TableOperations losing = (TableOperations) Proxy.newProxyInstance(
                TableOperations.class.getClassLoader(),
                new Class<?>[] {TableOperations.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("refresh") && isLineDown) {
                        throw new IllegalStateException("no connection");
                    }
                    try {
                        Object result = method.invoke(operations, arguments);
                        if (method.getName().equals("commit")) {
                            meanwhile.run();
                            throw new CommitFailedException("0 rows were updated");
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return new IcebergTable(table.ref(), new BaseTable(losing, "events"), table.files(), table.superseded());
    }
}
