/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A plan as JSON: how it is stored, handed over as a file, and hashed. */
public final class PlanJson {

    /** Stable order, times and durations as text: the same plan is always the same text. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .addModule(new Jdk8Module())
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PlanJson() {}

    public static String write(MaintenancePlan plan) {
        try {
            ObjectNode tree = tree(plan);
            tree.put("hash", plan.hash());
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new GateException(Fault.INTERNAL, plan.table().toString(), "The plan cannot be written as JSON.", e);
        }
    }

    /**
     * Reads a plan and checks that it says what it said when it was written.
     *
     * @param source where the text comes from, for the refusal
     * @throws GateException with {@code CONFIG_INVALID} if it is no plan, with {@code UNSAFE} if it was altered
     */
    public static MaintenancePlan read(String text, String source) {
        JsonNode tree;
        MaintenancePlan plan;
        try {
            tree = MAPPER.readTree(text);
            if (!(tree instanceof ObjectNode object) || !object.has("hash")) {
                throw new GateException(Fault.CONFIG_INVALID, source, "This is not a plan that Sluice has written.");
            }
            plan = MAPPER.treeToValue(object.deepCopy().without("hash"), MaintenancePlan.class);
        } catch (JsonProcessingException e) {
            throw new GateException(
                    Fault.CONFIG_INVALID,
                    source,
                    "This is not a plan that Sluice has written: %s.".formatted(e.getOriginalMessage()),
                    e);
        }
        if (!plan.hash().equals(tree.path("hash").asText())) {
            throw new GateException(
                    Fault.UNSAFE,
                    source,
                    "The plan was altered after it was made: its content does not match its hash.");
        }
        return plan;
    }

    /** Times that only tell when the plan was made do not count, so that the same plan made later is the same. */
    static String hash(MaintenancePlan plan) {
        ObjectNode tree = tree(plan);
        tree.remove("madeAt");
        tree.path("steps").forEach(step -> ((ObjectNode) step).remove("olderThan"));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest(MAPPER.writeValueAsString(tree).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (JsonProcessingException | NoSuchAlgorithmException e) {
            throw new GateException(Fault.INTERNAL, plan.table().toString(), "The plan cannot be hashed.", e);
        }
    }

    private static ObjectNode tree(MaintenancePlan plan) {
        return MAPPER.valueToTree(plan);
    }
}
