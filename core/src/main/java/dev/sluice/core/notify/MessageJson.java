/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;

/** A message as JSON, as an outbox stores it. */
public final class MessageJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private MessageJson() {}

    public static String write(Message message) {
        try {
            return MAPPER.writeValueAsString(message);
        } catch (JsonProcessingException e) {
            throw new GateException(Fault.INTERNAL, "message", "It cannot be written as JSON.", e);
        }
    }

    /**
     * @param source where the text comes from, for the refusal
     * @throws GateException with {@code INTERNAL} if it is no message
     */
    public static Message read(String text, String source) {
        try {
            return MAPPER.readValue(text, Message.class);
        } catch (JsonProcessingException e) {
            throw new GateException(Fault.INTERNAL, source, "A message that is kept there cannot be read.", e);
        }
    }
}
