/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an output's columns are found in a file that looks different. */
final class MappingTest {

    private static final String STANDARD_LIST =
            "optional group l (LIST) { repeated group list { optional int32 element; } }";

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
    }

    private static Group row(MessageType schema) {
        return new SimpleGroup(schema);
    }

    private List<String> rewritten(MessageType output, RewriteInput... files) {
        return workshop.rows(workshop.rewrite(workshop.target(output), files), output);
    }

    @Test
    void finds_a_name_in_another_case_if_it_is_the_only_one() {
        MessageType file = schema("required int32 ID; required int32 Name; required int32 name;");
        MessageType output = schema("required int32 id; optional int32 name; optional int32 NAME;");

        assertThat(rewritten(
                        schema("required int32 id; optional int32 name; optional int32 Name;"),
                        workshop.file(
                                file,
                                List.of(row(file)
                                        .append("ID", 1)
                                        .append("Name", 2)
                                        .append("name", 3)))))
                .containsExactly("{id=1,;name=3,;Name=2,;}");
        assertThat(rewritten(
                        output,
                        workshop.file(
                                schema("required int32 Id; required int32 nAME;"),
                                List.of(row(schema("required int32 Id; required int32 nAME;"))
                                        .append("Id", 1)
                                        .append("nAME", 2)))))
                .as("one field of the file serves both spellings only if the output asks for both")
                .containsExactly("{id=1,;name=2,;NAME=2,;}");
    }

    @Test
    void refuses_a_name_that_two_fields_could_be() {
        MessageType file = schema("required int32 Id; required int32 ID;");
        RewriteInput input =
                workshop.file(file, List.of(row(file).append("Id", 1).append("ID", 2)));

        assertThatThrownBy(() -> rewritten(schema("optional int32 id;"), input))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Column id: the file has more than one field for it: Id, ID.");
    }

    @Test
    void finds_renamed_fields_by_id_at_every_depth() {
        MessageType file = schema(
                "optional group old = 1 { optional int32 a = 2; optional int32 b = 3; }" + " optional int32 gone = 4;");
        MessageType output = schema(
                "optional int32 fresh = 5; optional group now = 1 { optional int32 b = 2; optional int32 a = 3; }");
        Group row = row(file);
        row.addGroup("old").append("a", 10).append("b", 20);
        row.append("gone", 30);

        assertThat(rewritten(output, workshop.file(file, List.of(row)).with(ColumnMapping.byFieldId())))
                .containsExactly("{fresh=;now={b=10,;a=20,;};}");
    }

    @Test
    void finds_fields_by_the_names_of_an_id_in_a_file_without_ids() {
        MessageType file = schema("required int32 before; required int32 other;");
        RewriteInput input =
                workshop.file(file, List.of(row(file).append("before", 1).append("other", 2)));
        MessageType output = schema("optional int32 now = 1; optional int32 other = 2;");

        assertThat(rewritten(output, input.with(ColumnMapping.byFieldId(Map.of(1, List.of("first", "before"))))))
                .as("a name without an entry is not guessed")
                .containsExactly("{now=1,;other=;}");
        assertThatThrownBy(() -> rewritten(output, input.with(ColumnMapping.byFieldId())))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Its fields carry no ids");
    }

    @Test
    void fills_missing_fields_with_nulls_as_deep_as_their_parent_is_there() {
        MessageType file = schema(
                "optional group s { optional int32 a; }"
                        + " optional group l (LIST) { repeated group list { optional group element { optional int32 a; "
                        + " optional group deep (LIST) { repeated group list { optional int32 element; } } } } }"
                        + " optional group m (MAP) { repeated group key_value { required int32 key; optional group value { required int32 a; } } }");
        MessageType output = schema(
                "optional group s { optional int32 a; optional group t { required int32 u; } }"
                        + " optional group l (LIST) { repeated group list { optional group element { optional int32 b; optional int32 a; } } }"
                        + " optional group m (MAP) { repeated group key_value { required int32 key; optional group value { optional int32 b; } } }");
        Group full = row(file);
        full.addGroup("s").append("a", 1);
        Group list = full.addGroup("l");
        Group element = list.addGroup("list").addGroup("element").append("a", 2);
        element.addGroup("deep").addGroup("list").append("element", 9);
        element.getGroup("deep", 0).addGroup("list").append("element", 9);
        list.addGroup("list");
        Group map = full.addGroup("m");
        map.addGroup("key_value").append("key", 5).addGroup("value").append("a", 6);
        map.addGroup("key_value").append("key", 7);
        Group empty = row(file);
        empty.addGroup("l");
        empty.addGroup("m");

        assertThat(rewritten(output, workshop.file(file, List.of(full, empty, row(file)))))
                .containsExactly(
                        "{s={a=1,;t=;};l={list={element={b=;a=2,;};}{element=;};};m={key_value={key=5,;value={b=;};}{key=7,;value=;};};}",
                        "{s=;l={list=;};m={key_value=;};}",
                        "{s=;l=;m=;}");
    }

    @Test
    void reads_only_the_levels_of_a_struct_of_which_every_field_is_new() {
        MessageType file = schema("optional group s { optional binary a; }");
        Group there = row(file);
        there.addGroup("s");

        assertThat(rewritten(
                        schema("optional group s { optional int32 b; }"),
                        workshop.file(file, List.of(there, row(file)))))
                .containsExactly("{s={b=;};}", "{s=;}");
    }

    @Test
    void refuses_a_required_field_that_the_file_lacks() {
        MessageType file = schema("optional group s { optional int32 a; }");
        RewriteInput input = workshop.file(file, List.of(row(file)));

        assertThatThrownBy(() -> rewritten(schema("optional group s { optional int32 a; required int32 b; }"), input))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Column s.b: it is required in the output, and the file does not have it.");
    }

    @Test
    void makes_an_optional_column_required_as_long_as_it_holds_no_null() {
        MessageType file = schema("optional int32 a;");
        MessageType output = schema("required int32 a;");

        assertThat(rewritten(output, workshop.file(file, List.of(row(file).append("a", 1)))))
                .containsExactly("{a=1,;}");
        RewriteInput withNull = workshop.file(file, List.of(row(file).append("a", 1), row(file)));
        assertThatThrownBy(() -> rewritten(output, withNull))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining(
                        withNull.file() + ": Column a: it is required in the output, but the file has a null in it.");
        assertThat(rewritten(output, withNull.with(RowMask.of(1)))).containsExactly("{a=1,;}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "optional group l (LIST) { repeated group list { optional int32 element; } }",
                "optional group l (LIST) { repeated group bag { optional int32 array_element; } }",
                "optional group l (LIST) { repeated group element { required int32 item; } }",
                "required group l (LIST) { repeated group list { required int32 element; } }",
                "optional group l (LIST) { repeated int32 array; }",
                "repeated int32 l;"
            })
    void reads_a_list_in_any_layout(String layout) {
        MessageType file = schema(layout);
        Group two = row(file);
        fill(two, 1, 2);
        Group none = row(file);
        fill(none);

        List<String> rows = rewritten(schema(STANDARD_LIST), workshop.file(file, List.of(two, none)));

        assertThat(rows).containsExactly("{l={list={element=1,;}{element=2,;};};}", "{l={list=;};}");
    }

    /** Adds a list of numbers in whatever layout the row's schema has. */
    private static void fill(Group row, int... numbers) {
        if (row.getType().getType(0).isPrimitive()) {
            for (int number : numbers) {
                row.add(0, number);
            }
            return;
        }
        Group list = row.addGroup(0);
        for (int number : numbers) {
            if (list.getType().getType(0).isPrimitive()) {
                list.add(0, number);
            } else {
                list.addGroup(0).add(0, number);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "optional group l (LIST) { repeated group array { optional int32 element; } }",
                "optional group l (LIST) { repeated group l_tuple { optional int32 element; } }",
            })
    void takes_a_group_of_one_field_for_the_element_where_its_name_says_so(String layout) {
        MessageType file = schema(layout);
        Group row = row(file);
        row.addGroup("l").addGroup(0).append("element", 1);
        RewriteInput input = workshop.file(file, List.of(row));

        assertThatThrownBy(() -> rewritten(schema(STANDARD_LIST), input))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Column l.list.element: it is a struct in the file and a value in the output.");
        assertThat(rewritten(
                        schema("optional group l (LIST) { repeated group list { optional group element {"
                                + " optional int32 element; } } }"),
                        input))
                .containsExactly("{l={list={element={element=1,;};};};}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }",
                "optional group m (MAP_KEY_VALUE) { repeated group map { required int32 key; optional int32 value; } }",
                "optional group m (MAP) { repeated group map (MAP_KEY_VALUE) { required int32 k; required int32 v; } }",
                "optional group m (MAP) { repeated group entries { optional int32 key; optional int32 value; } }"
            })
    void reads_a_map_in_any_layout(String layout) {
        MessageType file = schema(layout);
        Group row = row(file);
        Group entry = row.addGroup("m").addGroup(0);
        entry.add(0, 1);
        entry.add(1, 2);
        MessageType output = schema(
                "optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }");

        assertThat(rewritten(output, workshop.file(file, List.of(row))))
                .containsExactly("{m={key_value={key=1,;value=2,;};};}");
    }

    @Test
    void fills_the_values_of_a_map_that_has_only_keys() {
        MessageType file = schema("optional group m (MAP) { repeated group key_value { required int32 key; } }");
        Group row = row(file);
        row.addGroup("m").addGroup(0).add(0, 1);
        MessageType output = schema(
                "optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }");

        assertThat(rewritten(output, workshop.file(file, List.of(row))))
                .containsExactly("{m={key_value={key=1,;value=;};};}");
    }

    @Test
    void refuses_another_kind_of_thing_under_the_same_name() {
        MessageType file = schema("required int32 a;");
        RewriteInput input = workshop.file(file, List.of(row(file).append("a", 1)));

        assertThatThrownBy(() -> rewritten(schema("optional group a { optional int32 b; }"), input))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Column a: it is a value in the file and a struct in the output.");
    }

    @Test
    void puts_constants_where_they_belong() {
        MessageType file = schema("required int32 a; optional group s { optional int32 x; }");
        MessageType output = schema("optional binary day (STRING); optional int32 a; optional double fresh;"
                + " optional group s { optional int32 x; required int64 y; }");
        Group with = row(file).append("a", 1);
        with.addGroup("s").append("x", 2);
        RewriteInput input = workshop.file(file, List.of(with, row(file).append("a", 3)))
                .withConstants(List.of(
                        ConstantColumn.always(ColumnPath.get("day"), ConstantValue.of("mo")),
                        ConstantColumn.always(ColumnPath.get("a"), ConstantValue.of(9)),
                        ConstantColumn.always(ColumnPath.get("fresh"), ConstantValue.ofNull()),
                        ConstantColumn.whereMissing(ColumnPath.get("s", "x"), ConstantValue.of(8)),
                        ConstantColumn.whereMissing(ColumnPath.get("s", "y"), ConstantValue.of(7L))));

        assertThat(rewritten(output, input))
                .containsExactly("{day=6d6f,;a=9,;fresh=;s={x=2,;y=7,;};}", "{day=6d6f,;a=9,;fresh=;s=;}");
    }

    @Test
    void refuses_a_constant_that_the_output_cannot_hold() {
        MessageType file = schema("required int32 a;");
        RewriteInput input = workshop.file(file, List.of(row(file).append("a", 1)))
                .withConstants(List.of(ConstantColumn.always(ColumnPath.get("a"), ConstantValue.of("one"))));

        assertThatThrownBy(() -> rewritten(file, input))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The output has no column for the constant");
    }

    @Test
    void generates_what_a_row_does_not_store_from_its_place_in_the_file() {
        MessageType file = schema("required int32 a; optional int64 _row_id;");
        MessageType output = schema("required int32 a; optional int64 _row_id; required int64 version;");
        RewriteInput stored = workshop.file(
                file,
                List.of(
                        row(file).append("a", 0),
                        row(file).append("a", 1).append("_row_id", 77L),
                        row(file).append("a", 2),
                        row(file).append("a", 3)));
        MessageType bare = schema("required int32 a;");
        RewriteInput older =
                workshop.file(bare, List.of(row(bare).append("a", 4), row(bare).append("a", 5)));

        assertThat(rewritten(
                        output,
                        stored.with(RowMask.of(2))
                                .withGenerated(List.of(
                                        GeneratedColumn.countingFrom(100, "_row_id"),
                                        GeneratedColumn.constantly(6, "version"))),
                        older.with(RowMask.of(0))
                                .withGenerated(List.of(
                                        GeneratedColumn.countingFrom(200, "_row_id"),
                                        GeneratedColumn.constantly(7, "version")))))
                .containsExactly(
                        "{a=0,;_row_id=100,;version=6,;}",
                        "{a=1,;_row_id=77,;version=6,;}",
                        "{a=3,;_row_id=103,;version=6,;}",
                        "{a=5,;_row_id=201,;version=7,;}");
    }

    @Test
    void takes_a_required_struct_that_the_file_lacks_as_there_with_all_of_its_own_fields_missing() {
        MessageType file = schema("required int32 a; optional group s { optional int32 x; }");
        MessageType output = schema("required int32 a; required group n { optional int32 y; required int64 z; }"
                + " optional group s { optional int32 x; required group n { required int32 z; } }");
        Group with = row(file).append("a", 1);
        with.addGroup("s").append("x", 2);
        RewriteInput input = workshop.file(file, List.of(with, row(file).append("a", 3)))
                .withConstants(List.of(
                        ConstantColumn.whereMissing(ColumnPath.get("n", "z"), ConstantValue.of(7L)),
                        ConstantColumn.whereMissing(ColumnPath.get("s", "n", "z"), ConstantValue.of(8))));
        RewriteTarget target = workshop.target(output);

        RewriteResult result = workshop.rewrite(target, input);

        workshop.prove(target, List.of(input), result);
        assertThat(workshop.rows(result, output))
                .containsExactly("{a=1,;n={y=;z=7,;};s={x=2,;n={z=8,;};};}", "{a=3,;n={y=;z=7,;};s=;}");
    }

    @Test
    void refuses_geometry_and_variants_but_only_where_they_are_wanted() {
        MessageType file = schema("required int32 a; optional binary g (GEOMETRY);"
                + " optional group v (VARIANT(1)) { required binary metadata; required binary value; }");
        RewriteInput input = workshop.file(file, List.of(row(file).append("a", 1)));

        assertThatThrownBy(() -> rewritten(schema("required int32 a; optional binary g (GEOMETRY);"), input))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Column g: it is of type GEOMETRY, which cannot be rewritten.");
        assertThatThrownBy(() -> rewritten(
                        schema(
                                "required int32 a; optional group v { required binary metadata; required binary value; }"),
                        input))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Column v: it is a VARIANT, which cannot be rewritten.");
        assertThat(rewritten(schema("required int32 a;"), input)).containsExactly("{a=1,;}");
    }
}
