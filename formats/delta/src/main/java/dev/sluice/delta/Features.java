/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.table.Objection;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a Delta table may use for Sluice to change it: an allow-list. Kernel's own gate is both too strict for compaction,
 * which changes no row, and is passed by on the way that Sluice commits; so this list is the only one that counts.
 */
final class Features {

    /** Features under which merging files is safe: each is covered by a test. */
    private static final Set<String> SAFE = Set.of(
            "allowColumnDefaults",
            "appendOnly",
            "changeDataFeed",
            "checkConstraints",
            "checkpointProtection",
            "columnMapping",
            "deletionVectors",
            "domainMetadata",
            "generatedColumns",
            "identityColumns",
            "inCommitTimestamp",
            "inCommitTimestamp-preview",
            "invariants",
            "rowTracking",
            "timestampNtz",
            "typeWidening",
            "typeWidening-preview",
            "v2Checkpoint",
            "vacuumProtocolCheck");

    private static final String SYMLINK_MANIFESTS = "delta.compatibility.symlinkFormatManifest.enabled";

    private Features() {}

    /** Why the table must not be changed; empty where it may. */
    static List<Objection> objections(Protocol protocol, Metadata metadata) {
        List<Objection> objections = new ArrayList<>();
        Map<String, String> properties = metadata.getConfiguration();
        Objection.ofSwitch(properties).ifPresent(objections::add);
        if (TableFeatures.isCatalogManagedSupported(protocol)) {
            objections.add(new Objection(
                    Objection.Kind.CATALOG_OWNS, "A catalog owns the commits of this table (catalogManaged)."));
        }
        features(protocol).forEach(feature -> objections.add(unsupported("the table feature " + feature)));
        if (Boolean.parseBoolean(properties.get(SYMLINK_MANIFESTS))) {
            objections.add(unsupported("symlink manifests (%s)".formatted(SYMLINK_MANIFESTS)));
        }
        if (!TableConfig.UNIVERSAL_FORMAT_ENABLED_FORMATS.fromMetadata(metadata).isEmpty()) {
            objections.add(unsupported("UniForm (delta.universalFormat.enabledFormats)"));
        }
        types(metadata.getSchema()).forEach(type -> objections.add(unsupported("columns of type " + type)));
        widenings(metadata.getSchema()).forEach(change -> objections.add(unsupported("the type change " + change)));
        if (TableConfig.ROW_TRACKING_ENABLED.fromMetadata(metadata)
                && Boolean.parseBoolean(properties.get("delta.rowTrackingSuspended"))) {
            objections.add(unsupported("suspended row tracking"));
        }
        TargetSize.objection(properties)
                .map(why -> new Objection(Objection.Kind.UNSUPPORTED, why))
                .ifPresent(objections::add);
        return objections;
    }

    private static Set<String> features(Protocol protocol) {
        Set<String> used = new TreeSet<>();
        used.addAll(protocol.getReaderFeatures());
        used.addAll(protocol.getWriterFeatures());
        used.removeAll(SAFE);
        used.removeIf(feature -> feature.startsWith("catalog"));
        return used;
    }

    private static Objection unsupported(String what) {
        return new Objection(Objection.Kind.UNSUPPORTED, "Sluice does not change tables that use %s.".formatted(what));
    }

    /** Names of types that the rewrite engine does not write. */
    private static Set<String> types(DataType type) {
        Set<String> found = new TreeSet<>();
        collect(type, found);
        return found;
    }

    /** Changes from whole numbers to decimals: files from before the change have no reader to prove a rewrite with. */
    private static Set<String> widenings(DataType type) {
        Set<String> found = new TreeSet<>();
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                for (TypeChange change : field.getTypeChanges()) {
                    if (change.getTo() instanceof DecimalType && !(change.getFrom() instanceof DecimalType)) {
                        found.add("from %s to %s".formatted(change.getFrom(), change.getTo()));
                    }
                }
                found.addAll(widenings(field.getDataType()));
            }
        } else if (type instanceof ArrayType array) {
            found.addAll(widenings(array.getElementType()));
        } else if (type instanceof MapType map) {
            found.addAll(widenings(map.getKeyType()));
            found.addAll(widenings(map.getValueType()));
        }
        return found;
    }

    private static void collect(DataType type, Set<String> found) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                collect(field.getDataType(), found);
            }
        } else if (type instanceof ArrayType array) {
            collect(array.getElementType(), found);
        } else if (type instanceof MapType map) {
            collect(map.getKeyType(), found);
            collect(map.getValueType(), found);
        } else if (!FileSchema.writes(type)) {
            found.add(type.toString());
        }
    }
}
