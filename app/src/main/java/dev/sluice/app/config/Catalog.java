/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.core.secret.Secret;
import dev.sluice.storage.s3.Credentials;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A catalog that knows Iceberg tables by name.
 *
 * @param credentials what the catalog is asked with: a token, or {@code ID:SECRET}
 * @param properties what is handed to the catalog's client as it is; a plain value is its own reference
 * @param awsCredentials as whom AWS is asked, where the catalog is a service of AWS or wants requests signed as AWS does
 */
public record Catalog(
        Type type,
        Optional<String> uri,
        Optional<String> warehouse,
        Optional<Secret> credentials,
        Map<String, Secret> properties,
        Optional<Credentials> awsCredentials) {

    /** The kinds of catalogs. */
    public enum Type {
        REST,
        JDBC,
        HADOOP,
        GLUE,
        NESSIE
    }

    private static final String SPEAKS_REST = "it speaks REST, so write rest, with its address as uri";

    /** What people may well call their catalog. */
    private static final Map<String, String> OTHER_WORDS = Map.of(
            "hive",
            "Sluice does not speak to a Hive metastore, so write rest, with its REST catalog as uri",
            "hms",
            "Sluice does not speak to a Hive metastore, so write rest, with its REST catalog as uri",
            "polaris",
            SPEAKS_REST,
            "lakekeeper",
            SPEAKS_REST,
            "gravitino",
            SPEAKS_REST,
            "unity",
            SPEAKS_REST,
            "s3tables",
            SPEAKS_REST);

    private static final Setting<Type> TYPE = Setting.of(
                    "type", Shapes.oneOf(Type.class, OTHER_WORDS), "The kind of catalog")
            .isRequired();
    private static final Setting<String> URI = Setting.of("uri", Shapes.address(), "Where it answers");
    private static final Setting<String> WAREHOUSE =
            Setting.of("warehouse", Shapes.text(), "The warehouse, as the catalog names it");
    private static final Setting<Secret> CREDENTIALS =
            Setting.of("credentials", Shapes.secret(), "What it is asked with: a token, or ID:SECRET");
    private static final Setting<Map<String, Secret>> PROPERTIES =
            Setting.of("properties", Shapes.properties(), "Handed to the catalog's client as they are");

    private static final Setting<Credentials> AWS_CREDENTIALS = Setting.of(
            "aws-credentials",
            CredentialsShape.SHAPE,
            "As whom AWS is asked, with type glue and where a REST catalog wants signed requests (SigV4); the usual variables where it is not given");

    static final Section<Catalog> SHAPE =
            Section.of(List.of(TYPE, URI, WAREHOUSE, CREDENTIALS, PROPERTIES, AWS_CREDENTIALS), Catalog::of);

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
        if (type == Type.HADOOP
                && fields.given(WAREHOUSE).filter(Catalog::isRelative).isPresent()) {
            fields.refuse(
                    WAREHOUSE,
                    "%s is no absolute path, which a catalog of type hadoop needs.".formatted(path(fields, WAREHOUSE)));
        }
        fields.given(URI)
                .filter(uri -> !answersAt(type, uri))
                .ifPresent(uri -> fields.refuse(URI, wrong(fields, type)));
        return new Catalog(
                type,
                fields.given(URI),
                fields.given(WAREHOUSE),
                fields.given(CREDENTIALS),
                fields.given(PROPERTIES).orElse(Map.of()),
                fields.given(AWS_CREDENTIALS));
    }

    private static boolean isRelative(String warehouse) {
        return !warehouse.startsWith("/") && !warehouse.matches("[A-Za-z][A-Za-z0-9+.-]*:/.*");
    }

    private static boolean answersAt(Type type, String uri) {
        return switch (type) {
            case REST, NESSIE ->
                uri.regionMatches(true, 0, "http://", 0, 7) || uri.regionMatches(true, 0, "https://", 0, 8);
            case JDBC -> uri.startsWith("jdbc:sqlite:") || uri.startsWith("jdbc:postgresql:");
            case HADOOP, GLUE -> true;
        };
    }

    private static String wrong(Fields fields, Type type) {
        return "%s is no address of a catalog of type %s, which begins with %s."
                .formatted(
                        path(fields, URI),
                        Shapes.word(type),
                        type == Type.JDBC ? "jdbc:sqlite: or jdbc:postgresql:" : "https:// or http://");
    }

    private static String path(Fields fields, Setting<?> setting) {
        return fields.section().below(setting.name());
    }
}
