/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;

/** A JSON schema among the reference pages, and what is held against it. */
final class DocumentedShape {

    private final JsonNode document;
    private final Schema schema;

    private DocumentedShape(JsonNode document) {
        this.document = document;
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(document);
    }

    /** @param file its name below {@code docs/reference} */
    static DocumentedShape in(String file) {
        Path root = Path.of(System.getProperty("sluice.root", ".."));
        try {
            return new DocumentedShape(new JsonMapper()
                    .readTree(Files.readString(root.resolve("docs/reference").resolve(file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void isThatOf(JsonNode json) {
        assertThat(refusals(json)).as(json.toPrettyString()).isEmpty();
    }

    List<Error> refusals(JsonNode json) {
        return schema.validate(json);
    }

    /** What the schema says at a place. */
    JsonNode at(String pointer) {
        return document.at(pointer);
    }

    /** The closed list that the schema has at a place is the program's. */
    void lists(String pointer, Enum<?>[] values) {
        assertThat(list(pointer))
                .containsExactlyElementsOf(Arrays.stream(values).map(Enum::name).toList());
    }

    List<String> list(String pointer) {
        return StreamSupport.stream(document.at(pointer).path("enum").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
