/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.plan.MaintenancePlan;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/** What another writer can do to a table in one commit, whatever it finds there. */
enum Rival {
    APPENDS {
        @Override
        void act(Orders orders) {
            orders.append("eu");
        }
    },
    DELETES_A_FILE {
        @Override
        void act(Orders orders) {
            aFile(orders).ifPresent(live -> orders.commit("DELETE", List.of(Orders.removal(live))));
        }
    },
    DELETES_A_ROW_BY_A_VECTOR {
        @Override
        void act(Orders orders) {
            aFile(orders).ifPresent(live -> {
                ObjectNode add = live.deepCopy();
                add.put("dataChange", true);
                add.set("deletionVector", vector(rowsDeletedIn(live) + 1));
                orders.commit("DELETE", List.of(Orders.removal(live), action(add)));
            });
        }
    },
    ADDS_A_LIVE_FILE_ANEW {
        @Override
        void act(Orders orders) {
            aFile(orders).ifPresent(live -> {
                ObjectNode add = live.deepCopy();
                add.put("dataChange", false);
                orders.commit("COMPUTE STATS", List.of(action(add)));
            });
        }
    },
    COMPACTS {
        @Override
        void act(Orders orders) {
            DeltaPass rival = new DeltaPass(orders.location(), Clock.systemUTC())
                    .as("20261129T000000-rival%d".formatted(orders.latest()));
            MaintenancePlan plan = rival.plan();
            if (!plan.isEmpty()) {
                rival.compact(plan);
            }
        }
    },
    SETS_A_PROPERTY {
        @Override
        void act(Orders orders) {
            ObjectNode metadata = orders.newest("metaData");
            ((ObjectNode) metadata.get("metaData").get("configuration")).put("owner", "rival");
            orders.commit("SET TBLPROPERTIES", List.of(metadata));
        }
    },
    ADDS_A_COLUMN {
        @Override
        void act(Orders orders) {
            ObjectNode metadata = orders.newest("metaData");
            ObjectNode body = (ObjectNode) metadata.get("metaData");
            try {
                ObjectNode schema =
                        (ObjectNode) JSON.readTree(body.get("schemaString").asText());
                schema.withArray("fields")
                        .addObject()
                        .put("name", "note_" + orders.latest())
                        .put("type", "string")
                        .put("nullable", true)
                        .putObject("metadata");
                body.put("schemaString", schema.toString());
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
            orders.commit("ADD COLUMNS", List.of(metadata));
        }
    },
    OVERWRITES_ALL {
        @Override
        void act(Orders orders) {
            List<JsonNode> actions = new ArrayList<>();
            orders.live().values().forEach(add -> actions.add(Orders.removal(add)));
            actions.add(orders.writes("us", orders.latest() + 1));
            orders.commit("WRITE", actions);
        }
    };

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAGIC_OF_A_PORTABLE_ARRAY = 1681511377;

    abstract void act(Orders orders);

    /** A live file: always the one whose path comes first, so that many an input of ours is among them. */
    private static Optional<JsonNode> aFile(Orders orders) {
        return orders.live().entrySet().stream().min(Map.Entry.comparingByKey()).map(Map.Entry::getValue);
    }

    private static ObjectNode action(ObjectNode add) {
        ObjectNode action = JSON.createObjectNode();
        action.set("add", add);
        return action;
    }

    private static int rowsDeletedIn(JsonNode add) {
        return add.has("deletionVector")
                ? add.get("deletionVector").get("cardinality").asInt()
                : 0;
    }

    /** An inline vector of the first rows of a file. */
    private static ObjectNode vector(int rows) {
        byte[] bytes = deletingTheFirst(rows);
        return JSON.createObjectNode()
                .put("storageType", "i")
                .put("pathOrInlineDv", Base85Codec.encodeBytes(bytes))
                .put("sizeInBytes", bytes.length)
                .put("cardinality", rows);
    }

    /** What a deletion vector of the first rows of a file consists of, wherever it is kept; padded to whole words. */
    static byte[] deletingTheFirst(int rows) {
        RoaringBitmap bitmap = new RoaringBitmap();
        bitmap.add(0L, rows);
        ByteArrayOutputStream portable = new ByteArrayOutputStream();
        try {
            bitmap.serialize(new DataOutputStream(portable));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int header = Integer.BYTES + Long.BYTES + Integer.BYTES;
        int padded = (header + portable.size() + 3) / 4 * 4;
        return ByteBuffer.allocate(padded)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(MAGIC_OF_A_PORTABLE_ARRAY)
                .putLong(1)
                .putInt(0)
                .put(portable.toByteArray())
                .array();
    }

    /** PROTOCOL.md, "Deletion Vector Format": a byte for the version, then size, vector and checksum, big endian. */
    static byte[] stored(byte[] vector) {
        CRC32 checksum = new CRC32();
        checksum.update(vector);
        return ByteBuffer.allocate(1 + Integer.BYTES + vector.length + Integer.BYTES)
                .put((byte) 1)
                .putInt(vector.length)
                .put(vector)
                .putInt((int) checksum.getValue())
                .array();
    }
}
