/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;

/** The text form of what a parent and its worker say to one another: one JSON object a line. */
final class Wire {

    /** What ends a run at its next step, said by the parent. */
    static final String CANCEL = "{\"cancel\":true}";

    /** The name of what kind of event a line is. */
    static final String EVENT = "event";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Wire() {}

    static String write(Task task) {
        try {
            return MAPPER.writerFor(Task.class).writeValueAsString(task);
        } catch (JsonProcessingException e) {
            throw new GateException(Fault.INTERNAL, "worker", "The task cannot be written as JSON.", e);
        }
    }

    /** @throws GateException with {@code USAGE} if the line is no task */
    static Task task(String line) {
        try {
            return MAPPER.readValue(line, Task.class);
        } catch (JsonProcessingException e) {
            throw new GateException(
                    Fault.USAGE,
                    "sluice worker",
                    "The first line on standard input is no task: %s.".formatted(e.getOriginalMessage()),
                    e);
        }
    }

    static String write(JsonNode event) {
        return event.toString();
    }

    /** What a line says; an empty object where it is not JSON, as a library's own output would be. */
    static JsonNode read(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            return MAPPER.createObjectNode();
        }
    }
}
