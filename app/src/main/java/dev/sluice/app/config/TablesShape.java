/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.config.shape.Reader;
import dev.sluice.app.config.shape.Schemas;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shape;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.app.config.shape.Value;
import java.util.List;
import java.util.Optional;

/** Many tables: a pattern, a list of patterns, or what is included with what is left out. */
final class TablesShape implements Shape<TableChoice> {

    private static final Shape<List<String>> PATTERNS = Shapes.listOf(Shapes.text());

    private static final Setting<List<String>> INCLUDE =
            Setting.of("include", PATTERNS, "Patterns of the tables").isRequired();
    private static final Setting<List<String>> EXCLUDE =
            Setting.of("exclude", PATTERNS, "Patterns of tables that are left out");

    private static final Section<TableChoice> SECTION = Section.of(List.of(INCLUDE, EXCLUDE), fields -> {
        if (fields.value(INCLUDE).isEmpty()) {
            fields.refuse(
                    INCLUDE,
                    "%s.include names no table.".formatted(fields.section().path()));
        }
        return new TableChoice(
                Optional.empty(), fields.value(INCLUDE), fields.given(EXCLUDE).orElse(List.of()));
    });

    @Override
    public Optional<TableChoice> read(Value value, Reader reader) {
        if (value.kind() == Value.Kind.MAPPING) {
            return SECTION.read(value, reader);
        }
        Optional<List<String>> patterns = PATTERNS.read(value, reader);
        if (patterns.filter(List::isEmpty).isPresent()) {
            reader.problem(value.place(), value.path(), "%s names no table.".formatted(value.path()));
            return Optional.empty();
        }
        return patterns.map(include -> new TableChoice(Optional.empty(), include, List.of()));
    }

    @Override
    public String type() {
        return "pattern, list of patterns, or section";
    }

    @Override
    public List<Setting<?>> settings() {
        return SECTION.settings();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.node();
        schema.putArray("anyOf").add(PATTERNS.schema()).add(SECTION.schema());
        return schema;
    }
}
