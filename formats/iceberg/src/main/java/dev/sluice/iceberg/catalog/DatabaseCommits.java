/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.jspecify.annotations.Nullable;

/**
 * Commits to tables that a database keeps. Iceberg's own operations take whatever the database says for an outcome that
 * nobody knows; one that says no, as it does where nothing may be written, has done nothing.
 */
final class DatabaseCommits {

    /** Of SQL's states: no right to it, a transaction that only reads, no such user, given way to others, given up. */
    private static final Set<String> REFUSING_STATES = Set.of("42", "25", "28", "40001", "40P01", "55P03", "57014");

    /** Of SQLite's codes: no permission, busy, locked, read-only, cannot be opened, not authorized, no database. */
    private static final Set<Integer> REFUSING_CODES = Set.of(3, 5, 6, 8, 14, 23, 26);

    private final TableOperations operations;
    private final String table;
    private final OnceAsked connections;

    private DatabaseCommits(TableOperations operations, String table, OnceAsked connections) {
        this.operations = operations;
        this.table = table;
        this.connections = connections;
    }

    /** The table with operations that tell a commit that was refused. */
    static Table to(Table table, OnceAsked connections) {
        TableOperations operations = ((HasTableOperations) table).operations();
        DatabaseCommits commits = new DatabaseCommits(operations, table.name(), connections);
        TableOperations telling = (TableOperations) Proxy.newProxyInstance(
                TableOperations.class.getClassLoader(),
                new Class<?>[] {TableOperations.class},
                (proxy, method, arguments) -> method.getName().equals("commit")
                        ? commits.commit(method, arguments)
                        : call(operations, method, arguments));
        return new BaseTable(telling, table.name());
    }

    private @Nullable Object commit(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        connections.begin();
        if (operations.io() instanceof TableFiles files) {
            files.beginCommit();
        }
        try {
            return call(operations, method, arguments);
        } catch (RuntimeException e) {
            RuntimeException told = told(e);
            if (told instanceof CleanableFailure && connections.isOnce()) {
                takeBack();
            }
            throw told;
        }
    }

    /** Asked once more, a database may say no to what it has done before and what its answer to was lost. */
    private RuntimeException told(RuntimeException failure) {
        SQLException answer = answer(failure);
        return answer == null || !isRefusal(answer) || !connections.isOnce()
                ? failure
                : new SurelyNotCommitted(new GateException(
                        Fault.STORAGE,
                        table,
                        "The catalog's database refuses the commit: %s."
                                .formatted(String.valueOf(answer.getMessage()).replaceAll("\\s+", " ")),
                        failure));
    }

    private void takeBack() {
        if (operations.io() instanceof TableFiles files) {
            files.newestMetadata().ifPresent(file -> RefusedMetadata.takeBack(file, files, operations::refresh));
        }
    }

    private static @Nullable Object call(
            TableOperations operations, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(operations, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static @Nullable SQLException answer(@Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException answer) {
                return answer;
            }
        }
        return null;
    }

    private static boolean isRefusal(SQLException answer) {
        String state = answer.getSQLState();
        return state == null
                ? answer.getClass().getName().startsWith("org.sqlite.")
                        && REFUSING_CODES.contains(answer.getErrorCode())
                : Stream.of(state, state.substring(0, Math.min(2, state.length())))
                        .anyMatch(REFUSING_STATES::contains);
    }
}
