/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.PartitionColumn.Kind;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.testing.TableBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhereTest {

    private static final TableRef ORDERS = new TableRef("delta", "/lake/orders");
    private static final Instant NOW = Instant.parse("2026-11-29T23:59:59Z");
    private static final List<PartitionColumn> COLUMNS = List.of(
            new PartitionColumn("day", Kind.DATE),
            new PartitionColumn("at", Kind.TIMESTAMP),
            new PartitionColumn("n", Kind.NUMBER),
            new PartitionColumn("region", Kind.TEXT),
            new PartitionColumn("open", Kind.BOOLEAN));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        filter                    | value | holds
        n = 5                     | 5     | true
        n = 5                     | 5.0   | true
        n = 5                     | 05    | true
        n = 5                     | 6     | false
        n != 5                    | 6     | true
        n <> 5                    | 5     | false
        n < 5                     | 4.999 | true
        n < 5                     | 5     | false
        n <= 5                    | 5     | true
        n > 5                     | 10    | true
        n > 5                     | 5     | false
        n >= 5                    | 5     | true
        n >= -1.5                 | -1.5  | true
        n >= - 1.5                | -2    | false
        n = 1e3                   | 1000  | true
        n = 1E-3                  | 0.001 | true
        n = .5                    | 0.5   | true
        n = 9007199254740993      | 9007199254740992 | false
        5 > n                     | 4     | true
        5 > n                     | 5     | false
        5 <= n                    | 5     | true
        5 = n                     | 5     | true
        5 <> n                    | 5     | false
        n IN (1, 2, 3)            | 2     | true
        n IN (1, 2, 3)            | 4     | false
        n NOT IN (1, 2, 3)        | 4     | true
        n not in (1, 2, 3)        | 3     | false
        n BETWEEN 1 AND 3         | 1     | true
        n BETWEEN 1 AND 3         | 3     | true
        n BETWEEN 1 AND 3         | 3.01  | false
        n BETWEEN 3 AND 1         | 2     | false
        n NOT BETWEEN 1 AND 3     | 4     | true
        n IS NULL                 | 4     | false
        n IS NOT NULL             | 4     | true
        NOT n = 4                 | 4     | false
        NOT NOT n = 4             | 4     | true
        N = 4                     | 4     | true
        `n` = 4                   | 4     | true
        "N" = 4                   | 4     | true
        ((n = 4))                 | 4     | true
        n=4 and n<5               | 4     | true
        """, useHeadersInDisplayName = true)
    void numbers_compare_as_numbers(String filter, String value, boolean holds) {
        assertThat(holds(filter, "n", value)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        filter                                    | value      | holds
        day = '2026-11-29'                        | 2026-11-29 | true
        day = DATE '2026-11-29'                   | 2026-11-29 | true
        day >= date '2026-11-29'                  | 2026-11-28 | false
        day < '2026-11-29'                        | 2026-11-28 | true
        day BETWEEN '2026-11-01' AND '2026-11-30' | 2026-11-30 | true
        day IN ('2026-11-01', today)              | 2026-11-29 | true
        day = today                               | 2026-11-29 | true
        day = TODAY                               | 2026-11-30 | false
        day >= today - 7d                         | 2026-11-22 | true
        day >= today - 7d                         | 2026-11-21 | false
        day >= today-7D                           | 2026-11-22 | true
        day < today + 1d                          | 2026-11-29 | true
        day = today - 48h                         | 2026-11-27 | true
        today - 7d <= day                         | 2026-11-22 | true
        today - 7d <= day                         | 2026-11-21 | false
        """, useHeadersInDisplayName = true)
    void dates_compare_as_dates_and_today_is_told_in_utc(String filter, String value, boolean holds) {
        assertThat(holds(filter, "day", value)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        filter                                       | value                      | holds
        at = '2026-11-29 03:00:00'                   | 2026-11-29 03:00:00        | true
        at = '2026-11-29 03:00:00'                   | 2026-11-29T03:00:00Z       | true
        at = '2026-11-29 03:00:00'                   | 2026-11-29T03:00:00.000Z   | true
        at = '2026-11-29T03:00:00Z'                  | 2026-11-29 03:00:00.000000 | true
        at = TIMESTAMP '2026-11-29 03:00:00.000001'  | 2026-11-29 03:00:00.000001 | true
        at > '2026-11-29 03:00:00'                   | 2026-11-29 03:00:00.000001 | true
        at = '2026-11-29T04:00:00+01:00'             | 2026-11-29 03:00:00        | true
        at >= '2026-11-29'                           | 2026-11-29 00:00:00        | true
        at >= DATE '2026-11-29'                      | 2026-11-28 23:59:59.999999 | false
        at >= today                                  | 2026-11-29 00:00:00        | true
        at >= today - 36h                            | 2026-11-27 12:00:00        | true
        at >= today - 36h                            | 2026-11-27 11:59:59        | false
        """, useHeadersInDisplayName = true)
    void times_compare_as_instants_however_they_are_spelled(String filter, String value, boolean holds) {
        assertThat(holds(filter, "at", value)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        filter                       | value | holds
        region = 'eu'                | eu    | true
        region = 'eu'                | EU    | false
        REGION = 'eu'                | eu    | true
        region IN ('eu', 'us')       | us    | true
        region < 'b'                 | a     | true
        region < 'B'                 | a     | false
        region = '10'                | 10    | true
        region < '9'                 | 10    | true
        region = 'it''s'             | it's  | true
        region = ''                  | eu    | false
        region > '\uffff'            | \ud83d\ude00 | true
        region = 'a AND b'           | a AND b | true
        """, useHeadersInDisplayName = true)
    void texts_compare_by_code_point(String filter, String value, boolean holds) {
        assertThat(holds(filter, "region", value)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        filter        | value | holds
        open = true   | true  | true
        open = TRUE   | false | false
        open != false | TRUE  | true
        """, useHeadersInDisplayName = true)
    void booleans_compare_as_booleans(String filter, String value, boolean holds) {
        assertThat(holds(filter, "open", value)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        filter                          | holds
        n = 1                           | false
        n != 1                          | false
        NOT n = 1                       | false
        n IN (1)                        | false
        n NOT IN (1)                    | false
        n BETWEEN 1 AND 2               | false
        n NOT BETWEEN 1 AND 2           | false
        n IS NULL                       | true
        n IS NOT NULL                   | false
        NOT n IS NULL                   | false
        n = 1 OR region = 'eu'          | true
        n = 1 AND region = 'eu'         | false
        NOT (n = 1 AND region = 'us')   | true
        NOT (n = 1 OR region = 'us')    | false
        NOT (n = 1 AND region = 'eu')   | false
        n = 1 OR NOT n = 1              | false
        """, useHeadersInDisplayName = true)
    void a_comparison_with_null_is_neither_true_nor_false(String filter, boolean holds) {
        Partition partition = partition(new Partition.Field("n", null), new Partition.Field("region", "eu"));
        assertThat(new Where(filter).forTable(orders(COLUMNS), NOW).test(partition))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        filter                                    | holds
        n = 1 OR n = 2 AND region = 'us'          | true
        (n = 1 OR n = 2) AND region = 'us'        | false
        n = 2 AND region = 'us' OR n = 1          | true
        NOT n = 1 OR region = 'eu'                | true
        NOT (n = 1 OR region = 'eu')              | false
        n BETWEEN 0 AND 1 AND region = 'eu'       | true
        n BETWEEN 0 AND 1 AND NOT region = 'eu'   | false
        """, quoteCharacter = '~', useHeadersInDisplayName = true)
    void or_binds_looser_than_and_which_binds_looser_than_not(String filter, boolean holds) {
        Partition partition = partition(new Partition.Field("n", "1"), new Partition.Field("region", "eu"));
        assertThat(new Where(filter).forTable(orders(COLUMNS), NOW).test(partition))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
        filter                   | refusal
        ~~                       | At position 1: expected a column, a value, NOT or "(", found the end.
        n                        | At position 2: expected a comparison, IN, BETWEEN, IS or NOT, found the end.
        n =                      | At position 4: expected a value, found the end.
        n = AND                  | At position 5: expected a value, found "AND".
        n = m                    | At position 5: expected a value, found "m".
        n = NULL                 | At position 5: expected a value (nothing equals NULL; write IS NULL), found "NULL".
        n == 1                   | At position 4: expected a value, found "=".
        n = 1 AND                | At position 10: expected a column, a value, NOT or "(", found the end.
        n = 1 n = 2              | At position 7: expected AND, OR or the end, found "n".
        (n = 1                   | At position 7: expected AND, OR or ")", found the end.
        n = 1)                   | At position 6: expected AND, OR or the end, found ")".
        n IN 1                   | At position 6: expected "(", found "1".
        n IN ()                  | At position 7: expected a value, found ")".
        n IN (1 2)               | At position 9: expected "," or ")", found "2".
        n IN (1, NULL)           | At position 10: expected a value (nothing equals NULL; write IS NULL), found "NULL".
        n BETWEEN 1              | At position 12: expected AND, found the end.
        n IS 1                   | At position 6: expected NULL or NOT NULL, found "1".
        n IS NOT 1               | At position 10: expected NULL, found "1".
        n NOT = 1                | At position 7: expected IN or BETWEEN, found "=".
        n = -x                   | At position 6: expected a number, found "x".
        1 = 1                    | At position 5: expected a column, found "1".
        1 IN (1)                 | At position 3: expected a comparison, found "IN".
        select = 1 ; drop        | At position 12: ";" is no part of a filter.
        n = 1 -- x               | At position 7: expected AND, OR or the end, found "-".
        region = 'eu             | At position 10: the quote ' is not closed.
        `n = 1                   | At position 1: the quote ` is not closed.
        n. = 1                   | At position 2: "." is no part of a filter.
        n.1 = 1                  | At position 2: expected a comparison, IN, BETWEEN, IS or NOT, found ".1".
        n = 5x                   | At position 5: "5x" is neither a number nor a span like 7d or 12h.
        n = 1.5d                 | At position 5: "1.5d" is neither a number nor a span like 7d or 12h.
        n = 7d                   | At position 5: expected a value, found "7d".
        n = 1e99999999999        | At position 5: "1e99999999999" is no number that can be read.
        day > today - 7          | At position 15: expected a span like 7d or 12h, found "7".
        day > today - 9999999d   | At position 15: "9999999d" is too long a span.
        today                    | At position 6: expected a comparison, found the end.
        in = 1                   | At position 1: expected a column, a value, NOT or "(", found "in".
        """, useHeadersInDisplayName = true)
    void a_text_that_is_no_filter_is_refused_with_the_position_and_what_was_expected(String filter, String refusal) {
        assertThatThrownBy(() -> new Where(filter)).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.reason()).isEqualTo(refusal);
            assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID);
            assertThat(e.subject()).isEqualTo("where");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        filter                      | refusal
        amount > 5                  | At position 1: amount is not a partition column; those of delta:/lake/orders are day, at, n, region, open.
        n = 1 OR `a b` IS NULL      | At position 10: a b is not a partition column; those of delta:/lake/orders are day, at, n, region, open.
        n = '5'                     | At position 5: '5' does not fit the column n, which holds numbers; write it without quotes.
        n IN (1, 'x')               | At position 10: 'x' does not fit the column n, which holds numbers; write it without quotes.
        n = true                    | At position 5: true does not fit the column n, which holds numbers; write it without quotes.
        n = today                   | At position 5: today does not fit the column n, which holds numbers; write it without quotes.
        region = 5                  | At position 10: 5 does not fit the column region, which holds text; write it in single quotes.
        region = today - 7d         | At position 10: today - 168h does not fit the column region, which holds text; write it in single quotes.
        region = DATE '2026-11-29'  | At position 10: DATE '2026-11-29' does not fit the column region, which holds text; write it in single quotes.
        day = '2026-02-30'          | At position 7: '2026-02-30' does not fit the column day, which holds dates; write it as '2026-11-29' or as whole days from today, like today - 7d.
        day = '29.11.2026'          | At position 7: '29.11.2026' does not fit the column day, which holds dates; write it as '2026-11-29' or as whole days from today, like today - 7d.
        day >= today - 36h          | At position 8: today - 36h does not fit the column day, which holds dates; write it as '2026-11-29' or as whole days from today, like today - 7d.
        day = 20261129              | At position 7: 20261129 does not fit the column day, which holds dates; write it as '2026-11-29' or as whole days from today, like today - 7d.
        at = 'noon'                 | At position 6: 'noon' does not fit the column at, which holds times; write it as '2026-11-29 03:00:00' (UTC), as '2026-11-29', or from today, like today - 36h.
        open = 'true'               | At position 8: 'true' does not fit the column open, which holds true or false; write it without quotes.
        open = 1                    | At position 8: 1 does not fit the column open, which holds true or false; write it without quotes.
        """, useHeadersInDisplayName = true)
    void a_filter_that_does_not_fit_the_table_is_refused_by_name(String filter, String refusal) {
        Where where = new Where(filter);
        assertThatThrownBy(() -> where.forTable(orders(COLUMNS), NOW))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.reason()).isEqualTo(refusal);
                    assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID);
                    assertThat(e.subject()).isEqualTo("where");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        filter                     | column | value      | refusal
        n = 5                      | n      | five       | The value "five" of partition n=five cannot be read: the column n holds numbers.
        NOT n IN (5)               | n      | NaN        | The value "NaN" of partition n=NaN cannot be read: the column n holds numbers.
        day = today                | day    | 2026-02-30 | The value "2026-02-30" of partition day=2026-02-30 cannot be read: the column day holds dates.
        at = today                 | at     | noon       | The value "noon" of partition at=noon cannot be read: the column at holds times.
        open = true                | open   | yes        | The value "yes" of partition open=yes cannot be read: the column open holds true or false.
        n = 5                      | day    | 2026-11-29 | Partition day=2026-11-29 has no value for the column n.
        """, useHeadersInDisplayName = true)
    void a_partition_value_that_cannot_be_read_is_refused_and_not_taken_for_false(
            String filter, String column, String value, String refusal) {
        assertThatThrownBy(() -> holds(filter, column, value))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.reason()).isEqualTo(refusal));
    }

    @Test
    void a_value_that_cannot_be_read_is_refused_even_where_the_rest_decides() {
        Partition partition = partition(new Partition.Field("region", "us"), new Partition.Field("n", "five"));
        Where where = new Where("region = 'eu' AND n = 5");
        assertThatThrownBy(() -> where.forTable(orders(COLUMNS), NOW).test(partition))
                .hasMessageContaining("\"five\"");
    }

    @Test
    void an_empty_value_of_all_that_is_not_text_is_null() {
        assertThat(holds("n IS NULL", "n", "")).isTrue();
        assertThat(holds("day IS NULL", "day", "")).isTrue();
        assertThat(holds("region IS NULL", "region", "")).isFalse();
        assertThat(holds("region = ''", "region", "")).isTrue();
    }

    @Test
    void a_table_without_partition_columns_has_none_to_speak_of() {
        Where where = new Where("n = 5");
        assertThatThrownBy(() -> where.forTable(orders(List.of()), NOW))
                .hasMessageContaining("n is not a partition column; delta:/lake/orders has none.");
    }

    @Test
    void columns_that_differ_in_case_alone_have_to_be_named_exactly() {
        List<PartitionColumn> columns =
                List.of(new PartitionColumn("id", Kind.NUMBER), new PartitionColumn("ID", Kind.NUMBER));
        Partition partition = partition(new Partition.Field("id", "1"), new Partition.Field("ID", "2"));

        assertThat(new Where("ID = 2").forTable(orders(columns), NOW).test(partition))
                .isTrue();
        assertThatThrownBy(() -> new Where("Id = 2").forTable(orders(columns), NOW))
                .hasMessageContaining("At position 1: Id could be id or ID.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.b", "a._b.c", "date", "timestamp", "`today`", "\"in\"", "`a``b`", "\"a\"\"b\"", "größe", "_x1"
            })
    void a_column_may_have_any_name(String spelled) {
        String name = spelled.matches("[`\"].*")
                ? spelled.substring(1, spelled.length() - 1).replace("``", "`").replace("\"\"", "\"")
                : spelled;
        List<PartitionColumn> columns = List.of(new PartitionColumn(name, Kind.TEXT));
        assertThat(new Where(spelled + " = 'x'")
                        .forTable(orders(columns), NOW)
                        .test(partition(new Partition.Field(name, "x"))))
                .isTrue();
    }

    @Test
    void a_long_chain_is_fine_and_a_deep_nest_is_refused() {
        String chain = String.join(" OR ", java.util.Collections.nCopies(20_000, "n = 1"));
        assertThat(holds(chain, "n", "1")).isTrue();

        assertThatThrownBy(() -> new Where("(".repeat(5000) + "n = 1" + ")".repeat(5000)))
                .hasMessageContaining("At position 101: it is nested more than 100 deep.");
        assertThatThrownBy(() -> new Where("NOT ".repeat(5000) + "n = 1")).hasMessageContaining("nested");
    }

    private static TableState orders(List<PartitionColumn> columns) {
        TableBuilder table = TableBuilder.aTable().named(ORDERS);
        columns.forEach(column -> table.partitionedBy(column.name(), column.kind()));
        return table.build();
    }

    private static boolean holds(String filter, String column, @Nullable String value) {
        return new Where(filter).forTable(orders(COLUMNS), NOW).test(partition(new Partition.Field(column, value)));
    }

    private static Partition partition(Partition.Field... fields) {
        return new Partition(new ArrayList<>(List.of(fields)));
    }
}
