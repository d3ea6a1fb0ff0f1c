/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.core.secret.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A catalog that knows Iceberg tables by name.
 *
 * @param credentials what the catalog is asked with: a token, or {@code ID:SECRET}
 * @param properties what is handed to the catalog's client as it is; a plain value is its own reference
 */
public record Catalog(
        Type type,
        Optional<String> uri,
        Optional<String> warehouse,
        Optional<Secret> credentials,
        Map<String, Secret> properties) {

    /** The kinds of catalogs. */
    public enum Type {
        REST,
        JDBC,
        HADOOP,
        GLUE,
        NESSIE
    }

    private static final Setting<Type> TYPE =
            Setting.of("type", Shapes.oneOf(Type.class), "The kind of catalog").isRequired();
    private static final Setting<String> URI = Setting.of("uri", Shapes.address(), "Where it answers");
    private static final Setting<String> WAREHOUSE =
            Setting.of("warehouse", Shapes.text(), "The warehouse, as the catalog names it");
    private static final Setting<Secret> CREDENTIALS =
            Setting.of("credentials", Shapes.secret(), "What it is asked with: a token, or ID:SECRET");
    private static final Setting<Map<String, Secret>> PROPERTIES =
            Setting.of("properties", Shapes.properties(), "Handed to the catalog's client as they are");

    static final Section<Catalog> SHAPE =
            Section.of(List.of(TYPE, URI, WAREHOUSE, CREDENTIALS, PROPERTIES), Catalog::of);

    private static Catalog of(Fields fields) {
        Type type = fields.value(TYPE);
        boolean answers = switch (type) {
            case REST, JDBC, NESSIE -> true;
            case HADOOP, GLUE -> false;
        };
        String kind = Shapes.word(type);
        if (answers && !fields.mentions(URI)) {
            fields.refuse(URI, "%s is missing; a catalog of type %s needs it.".formatted(path(fields, URI), kind));
        }
        if (type == Type.HADOOP && !fields.mentions(WAREHOUSE)) {
            fields.refuse(
                    WAREHOUSE, "%s is missing; a catalog of type hadoop needs it.".formatted(path(fields, WAREHOUSE)));
        }
        return new Catalog(
                type,
                fields.given(URI),
                fields.given(WAREHOUSE),
                fields.given(CREDENTIALS),
                fields.given(PROPERTIES).orElse(Map.of()));
    }

    private static String path(Fields fields, Setting<?> setting) {
        return fields.section().below(setting.name());
    }
}
