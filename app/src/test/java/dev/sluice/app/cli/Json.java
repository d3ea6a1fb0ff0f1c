/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads what a command printed on standard output: one JSON object and nothing else. */
final class Json {

    private Json() {}

    static JsonNode only(Terminal.Ending ending) {
        JsonMapper mapper = new JsonMapper();
        try (JsonParser parser = mapper.createParser(ending.out())) {
            JsonNode object = mapper.readTree(parser);
            assertThat(object.isObject()).as("an object: %s", ending.out()).isTrue();
            assertThat(parser.nextToken())
                    .as("nothing after it: %s", ending.out())
                    .isNull();
            return object;
        } catch (IOException e) {
            throw new UncheckedIOException(ending.out(), e);
        }
    }
}
