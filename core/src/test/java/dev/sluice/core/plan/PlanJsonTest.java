/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Window;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DanglingDelete;
import dev.sluice.core.table.Manifest;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanJsonTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final MaintenancePlan PLAN = new MaintenancePlan(
            new TableRef("delta", "s3://lake/orders"),
            412,
            "fingerprint",
            new Intent(
                    "nightly",
                    "delta-lake-table-health-gate",
                    Mode.ASK,
                    Bytes.ofMebibytes(32),
                    Bytes.ofMebibytes(128),
                    OptionalDouble.of(0.35),
                    new Retention(Duration.ofDays(7)),
                    RemovalMode.DRY_RUN,
                    Optional.of(new Expiry(RemovalMode.APPLY, Duration.ofDays(7), 2, true)),
                    Optional.of("day >= today - 7d"),
                    Optional.of(Duration.ofMinutes(90)),
                    Optional.of(Window.parse("22:00-05:30")),
                    Proof.CONTENT,
                    Optional.empty()),
            List.of(
                    new Step.Compact(
                            List.of(new FileGroup(
                                    new Partition(List.of(
                                            new Partition.Field("day", "1"), new Partition.Field("region", null))),
                                    List.of(
                                            new PlannedFile("day=1/ä %20.parquet", Bytes.of(7), 100, 3, "dv"),
                                            new PlannedFile("b.parquet", Bytes.of(Long.MAX_VALUE - 7), -1, 0, "")),
                                    1)),
                            Bytes.ofMebibytes(128)),
                    new Step.Prune(List.of(new DanglingDelete("/lake/orders/dv %20.puffin#4", Bytes.of(5)))),
                    new Step.Discard(
                            "20261128T030000-00002a",
                            List.of(new RemovedFile("/lake/orders/ours", Bytes.of(9), Instant.EPOCH))),
                    new Step.RewriteManifests(
                            List.of(new Manifest("/lake/orders/m %20.avro", Bytes.of(3))), 2, Bytes.ofMebibytes(8)),
                    new Step.Expire(
                            List.of(new Expirable.Version(Long.MAX_VALUE, Instant.EPOCH)),
                            Instant.parse("2026-11-22T03:00:00Z"),
                            2,
                            7,
                            Bytes.of(6),
                            Optional.of(new Expirable.Version(3, Instant.EPOCH))),
                    new Step.Remove(
                            List.of(new RemovedFile("s3://lake/orders/old %20", Bytes.of(8), Instant.EPOCH)),
                            Instant.parse("2026-11-22T03:00:00Z"))),
            List.of(new LeftAlone(Code.BUSY_PARTITION, "day=2", "It was changed 3 minutes ago")),
            new Remaining(2, 17, Bytes.ofGibibytes(3)),
            Instant.parse("2026-11-29T03:00:00.123456789Z"));

    @Test
    void what_is_written_is_read_back_the_same() {
        MaintenancePlan read = PlanJson.read(PlanJson.write(PLAN), "plan.json");

        assertThat(read).isEqualTo(PLAN);
        assertThat(read.hash()).isEqualTo(PLAN.hash()).hasSize(64);
        assertThat(PlanJson.write(read)).isEqualTo(PlanJson.write(PLAN));
    }

    @Test
    void every_single_value_that_is_altered_is_noticed() throws Exception {
        JsonNode original = MAPPER.readTree(PlanJson.write(PLAN));
        List<String> pointers = leaves(original, "");

        assertThat(pointers)
                .hasSizeGreaterThan(30)
                .contains(
                        "/hash",
                        "/madeAt",
                        "/steps/0/step",
                        "/steps/1/deletes/0/key",
                        "/steps/2/files/0/size",
                        "/steps/3/manifests/0/path",
                        "/steps/3/toCome",
                        "/remaining/groups");
        for (String pointer : pointers) {
            JsonNode altered = original.deepCopy();
            alter(altered, pointer);
            String text = altered.toString();
            assertThatThrownBy(() -> PlanJson.read(text, "plan.json"))
                    .as(pointer)
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isIn(Fault.UNSAFE, Fault.CONFIG_INVALID));
        }
    }

    @Test
    void a_file_that_was_added_to_a_plan_is_noticed() throws Exception {
        ObjectNode tree = (ObjectNode) MAPPER.readTree(PlanJson.write(PLAN));
        ArrayNode inputs = (ArrayNode) tree.at("/steps/0/groups/0/inputs");
        inputs.add(inputs.get(0).deepCopy());

        assertThatThrownBy(() -> PlanJson.read(tree.toString(), "plan.json"))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.UNSAFE);
                    assertThat(e.subject()).isEqualTo("plan.json");
                    assertThat(e.reason())
                            .isEqualTo("The plan was altered after it was made: its content does not match its hash.");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "not json",
                "{\"hash\":\"x\"}",
                "{\"hash\":\"x\",\"colour\":\"blue\"}",
                "{\"hash\":\"x\",\"steps\":null,\"leftAlone\":null}"
            })
    void what_is_no_plan_is_refused_as_such(String text) {
        assertThatThrownBy(() -> PlanJson.read(text, "plan.json")).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID);
            assertThat(e.reason()).startsWith("This is not a plan that Sluice has written");
        });
    }

    @Test
    void a_plan_with_a_part_missing_or_something_after_it_is_no_plan() throws Exception {
        ObjectNode tree = (ObjectNode) MAPPER.readTree(PlanJson.write(PLAN));
        for (String name : List.of("table", "version", "intent", "steps", "leftAlone", "remaining", "madeAt", "hash")) {
            ObjectNode without = tree.deepCopy().without(List.of(name));
            assertThatThrownBy(() -> PlanJson.read(without.toString(), "plan.json"))
                    .as(name)
                    .hasMessageContaining("This is not a plan that Sluice has written");
        }
        assertThatThrownBy(() -> PlanJson.read(PlanJson.write(PLAN) + "{}", "plan.json"))
                .hasMessageContaining("This is not a plan that Sluice has written");
    }

    private static List<String> leaves(JsonNode node, String pointer) {
        List<String> found = new ArrayList<>();
        if (node.isObject()) {
            node.properties().forEach(field -> found.addAll(leaves(field.getValue(), pointer + "/" + field.getKey())));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                found.addAll(leaves(node.get(i), pointer + "/" + i));
            }
        } else {
            found.add(pointer);
        }
        return found;
    }

    private static void alter(JsonNode root, String pointer) {
        int slash = pointer.lastIndexOf('/');
        JsonNode parent = root.at(pointer.substring(0, slash));
        String name = pointer.substring(slash + 1);
        JsonNode old = root.at(pointer);
        String text = old.isNull() ? "x" : old.asText() + "1";
        if (parent instanceof ObjectNode object) {
            if (old.isNumber()) {
                object.put(name, old.asLong() + 1);
            } else {
                object.put(name, text);
            }
        }
    }
}
