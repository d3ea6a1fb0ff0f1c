/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** DuckDB's view of a rewrite: the same rows, true counts of nulls, and no row lost to a filter. */
final class SecondReader implements AutoCloseable {

    /** How a comparison of rows ended that found no difference. */
    enum Outcome {
        EQUAL("rows equal to DuckDB"),
        NO_ROWS("no row left"),
        UNREADABLE("inputs that DuckDB does not read"),
        NO_COLUMN_ALIKE("no column that is the same to DuckDB, which knows of no defaults and ids");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private static final int PROBES = 6;
    private static final int SOME = 3;

    private final Duck duck = new Duck();
    private final Workshop workshop;
    private final MessageType output;
    private final List<RewriteInput> files;
    private final List<Path> outputs;

    SecondReader(Workshop workshop, MessageType output, List<RewriteInput> files, RewriteResult result)
            throws SQLException {
        this.workshop = workshop;
        this.output = output;
        this.files = files;
        this.outputs = result.outputs().stream()
                .map(file -> FolderStore.path(file.location()))
                .toList();
    }

    /** What DuckDB reads in the inputs, it must find in the outputs. */
    Outcome compareRows() throws SQLException {
        if (outputs.isEmpty()) {
            return Outcome.NO_ROWS;
        }
        Map<String, String> types;
        try {
            types = types(outputs.get(0));
        } catch (SQLException e) {
            // A column that no input has may be of a type that DuckDB does not know.
            assertThat(unreadable() || String.valueOf(e.getMessage()).contains("Unsupported converted type"))
                    .as("inputs that DuckDB does not read either: %s", e.getMessage())
                    .isTrue();
            return Outcome.UNREADABLE;
        }
        Set<Type> comparable = new HashSet<>(output.getFields());
        files.forEach(file -> comparable.removeIf(field -> !isComparable(field, file)));
        if (comparable.isEmpty()) {
            return Outcome.NO_COLUMN_ALIKE;
        }
        List<String> expected = new ArrayList<>();
        try {
            for (RewriteInput file : files) {
                expected.addAll(rows(file, comparable, types));
            }
        } catch (SQLException e) {
            return Outcome.UNREADABLE;
        }
        String row = output.getFields().stream()
                .filter(comparable::contains)
                .map(field -> part(field, quoted(field.getName())))
                .collect(Collectors.joining(", ", "{", "}::VARCHAR"));
        String names = outputs.stream().map(file -> "'" + file + "'").collect(Collectors.joining(", ", "[", "]"));
        assertThat(duck.values("SELECT %s FROM read_parquet(%s)".formatted(row, names)))
                .isEqualTo(expected);
        return Outcome.EQUAL;
    }

    private boolean unreadable() {
        for (RewriteInput file : files) {
            try {
                duck.run("SELECT * FROM read_parquet('%s')".formatted(FolderStore.path(file.file())));
            } catch (SQLException e) {
                return true;
            }
        }
        return false;
    }

    private Map<String, String> types(Path file) throws SQLException {
        String columns = "(DESCRIBE SELECT * FROM read_parquet('%s'))".formatted(file);
        List<String> names = duck.values("SELECT column_name FROM " + columns);
        List<String> types = duck.values("SELECT column_type FROM " + columns);
        return IntStream.range(0, names.size()).boxed().collect(Collectors.toMap(names::get, types::get));
    }

    /** Only what is the same to whoever does not know of ids, defaults and row ids, or a value that was promoted. */
    private boolean isComparable(Type field, RewriteInput file) {
        boolean given = file.constants().stream()
                        .anyMatch(constant -> constant.column().toArray()[0].equals(field.getName()))
                || file.generated().stream()
                        .anyMatch(generated -> generated.column().toArray()[0].equals(field.getName()));
        Type held = held(field, file);
        // parquet-java says of a span of time that it is always null, beside the old name of the type.
        boolean span = field.toString().contains("INTERVAL")
                && workshop.footer(FolderStore.path(file.file()))
                        .getFileMetaData()
                        .getCreatedBy()
                        .startsWith("parquet-mr");
        return !given
                && !span
                && (held == null || held.isPrimitive() || sameBelow(held.asGroupType(), field.asGroupType()));
    }

    private static boolean sameBelow(GroupType one, GroupType other) {
        return one.getFields().equals(other.getFields());
    }

    private @Nullable Type held(Type field, RewriteInput file) {
        GroupType schema =
                workshop.footer(FolderStore.path(file.file())).getFileMetaData().getSchema();
        boolean byId = file.mapping() instanceof ColumnMapping.ByFieldId;
        return schema.getFields().stream()
                .filter(each -> byId
                        ? each.getId().equals(field.getId())
                        : each.getName().equals(field.getName()))
                .findFirst()
                .orElse(null);
    }

    private List<String> rows(RewriteInput file, Set<Type> comparable, Map<String, String> types) throws SQLException {
        Path path = FolderStore.path(file.file());
        Map<String, String> before = types(path);
        List<String> parts = new ArrayList<>();
        for (Type field : output.getFields()) {
            if (comparable.contains(field)) {
                Type held = held(field, file);
                String value = "NULL";
                if (held != null) {
                    String wanted = types.get(field.getName());
                    boolean same = Objects.equals(before.get(held.getName()), wanted);
                    value = same ? quoted(held.getName()) : "CAST(%s AS %s)".formatted(quoted(held.getName()), wanted);
                }
                parts.add(part(field, value));
            }
        }
        List<String> rows =
                duck.values("SELECT {%s}::VARCHAR FROM read_parquet('%s')".formatted(String.join(", ", parts), path));
        List<String> live = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            if (file.mask().nextDeleted(row) != row) {
                live.add(rows.get(row));
            }
        }
        return live;
    }

    private String part(Type field, String value) {
        return "'f%d': %s".formatted(output.getFieldIndex(field.getName()), value);
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    /** The footers' counts, as DuckDB reads them, against its own of the rows. */
    void compareNullCounts() throws SQLException {
        for (Path file : outputs.subList(0, Math.min(SOME, outputs.size()))) {
            for (Type field : output.getFields()) {
                if (field.isPrimitive() && !field.isRepetition(Type.Repetition.REPEATED)) {
                    String claimed =
                            "SELECT sum(stats_null_count) FROM parquet_metadata('%s') WHERE path_in_schema = '%s'"
                                    .formatted(file, field.getName());
                    String found = "SELECT count(*) - count(%s) FROM read_parquet('%s')"
                            .formatted(quoted(field.getName()), file);
                    List<String> counted;
                    try {
                        counted = duck.values(found);
                    } catch (SQLException e) {
                        continue;
                    }
                    assertThat(duck.values(claimed)).as("nulls of %s", field).isEqualTo(counted);
                }
            }
        }
    }

    /** Looks for values that are there, once by all that DuckDB goes by to leave out rows, and once without. */
    void probe(Random random) throws SQLException {
        if (outputs.isEmpty()) {
            return;
        }
        Path file = outputs.get(random.nextInt(outputs.size()));
        Map<String, String> types;
        try {
            types = new HashMap<>(types(file));
            duck.run("CREATE OR REPLACE TEMP TABLE held AS SELECT * FROM read_parquet('%s')".formatted(file));
        } catch (SQLException e) {
            return;
        }
        List<Type> fields = new ArrayList<>(output.getFields());
        fields.removeIf(field -> !field.isPrimitive() || field.isRepetition(Type.Repetition.REPEATED));
        Collections.shuffle(fields, random);
        for (Type field : fields.subList(0, Math.min(2, fields.size()))) {
            String name = quoted(field.getName());
            List<String> values = duck.values(
                    "SELECT DISTINCT %s::VARCHAR FROM held WHERE %s IS NOT NULL ORDER BY 1".formatted(name, name));
            // What has two chars for one character does not get through to DuckDB as a part of a query.
            values.removeIf(value -> value.chars().anyMatch(each -> each == 0 || Character.isSurrogate((char) each)));
            for (int probe = 0; probe < PROBES / 2 && !values.isEmpty(); probe++) {
                String value = values.get(random.nextInt(values.size())).replace("'", "''");
                String condition = "%s %s CAST('%s' AS %s)"
                        .formatted(name, List.of("=", "<=", ">").get(probe % 3), value, types.get(field.getName()));
                assertThat(duck.values("SELECT count(*) FROM read_parquet('%s') WHERE %s".formatted(file, condition)))
                        .as(condition)
                        .isEqualTo(duck.values("SELECT count(*) FROM held WHERE " + condition));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        duck.close();
    }
}
