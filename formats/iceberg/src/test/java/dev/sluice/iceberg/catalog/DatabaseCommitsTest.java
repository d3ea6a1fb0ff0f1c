/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a database's no to a commit is worth. */
class DatabaseCommitsTest {

    private final UncheckedSQLException no = new UncheckedSQLException(
            new SQLException("cannot execute UPDATE in a read-only transaction", "25006"), "Failed to commit");

    @TempDir
    private Path folder;

    private OnceAsked connections;

    @BeforeEach
    void connect() {
        connections = new OnceAsked(Map.of("uri", "jdbc:sqlite:" + folder.resolve("catalog.db")));
    }

    @AfterEach
    void close() {
        connections.close();
    }

    /** Operations of Iceberg's to which the database says no, after some lost answers. */
    private TableOperations refusing(int lostBefore) {
        TableOperations operations = (TableOperations) Proxy.newProxyInstance(
                TableOperations.class.getClassLoader(),
                new Class<?>[] {TableOperations.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("commit")) {
                        return null;
                    }
                    for (int i = 0; i < lostBefore; i++) {
                        connections.isConnectionException(new SQLException("The line is dead", "08006"));
                    }
                    throw no;
                });
        return ((HasTableOperations) DatabaseCommits.to(new BaseTable(operations, "events"), connections)).operations();
    }

    @Test
    void a_no_to_what_was_asked_once_is_a_refusal() {
        assertThatThrownBy(() -> refusing(0).commit(null, null))
                .isInstanceOf(SurelyNotCommitted.class)
                .hasStackTraceContaining("The catalog's database refuses the commit: cannot execute UPDATE");
    }

    @Test
    void a_no_to_what_was_asked_again_proves_nothing_of_the_first_time() {
        assertThatThrownBy(() -> refusing(1).commit(null, null)).isSameAs(no);
    }

    @Test
    void each_commit_is_asked_anew() {
        assertThatThrownBy(() -> refusing(1).commit(null, null)).isSameAs(no);

        assertThatThrownBy(() -> refusing(0).commit(null, null)).isInstanceOf(SurelyNotCommitted.class);
    }
}
