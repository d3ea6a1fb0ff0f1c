/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Location;
import dev.sluice.rewrite.ColumnMapping;
import dev.sluice.rewrite.ColumnMapping.ByFieldId;
import dev.sluice.rewrite.engine.Shape.ListOf;
import dev.sluice.rewrite.engine.Shape.MapOf;
import dev.sluice.rewrite.engine.Shape.Struct;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds an output's field among the fields of one of a file's structs. */
final class FieldLookup {

    private final Location file;
    private final @Nullable ByFieldId ids;
    private final boolean fileHasIds;

    FieldLookup(Location file, ColumnMapping mapping, Struct root) {
        this.file = file;
        this.ids = mapping instanceof ByFieldId byId ? byId : null;
        this.fileHasIds = hasId(root);
        if (ids != null && !fileHasIds && ids.namesById().isEmpty()) {
            throw Refusal.unsupported(
                    file, "Its fields carry no ids, and the table does not say which names they had.");
        }
    }

    private static boolean hasId(Shape shape) {
        if (shape.node().id().isPresent()) {
            return true;
        }
        if (shape instanceof Struct struct) {
            return struct.fields().stream().anyMatch(FieldLookup::hasId);
        }
        if (shape instanceof ListOf list) {
            return hasId(list.element());
        }
        return shape instanceof MapOf map
                && (hasId(map.key()) || map.value().filter(FieldLookup::hasId).isPresent());
    }

    Optional<Shape> find(Shape wanted, Struct among, Struct held) {
        if (ids == null) {
            return byName(wanted, among, held);
        }
        int id = wanted.node()
                .id()
                .orElseThrow(() -> new IllegalArgumentException(
                        "The output's field " + wanted.path() + " has no id to find it by"));
        if (fileHasIds) {
            return only(
                    wanted,
                    held,
                    field -> field.node().id().filter(i -> i == id).isPresent());
        }
        List<String> names = ids.namesById().getOrDefault(id, List.of());
        return only(wanted, held, field -> names.contains(field.node().name()));
    }

    private Optional<Shape> byName(Shape wanted, Struct among, Struct held) {
        String name = wanted.node().name();
        Optional<Shape> exact = only(wanted, held, field -> field.node().name().equals(name));
        if (exact.isPresent()) {
            return exact;
        }
        // A field that another field of the output names exactly is that one's.
        Set<String> taken =
                among.fields().stream().map(field -> field.node().name()).collect(Collectors.toSet());
        return only(
                wanted,
                held,
                field -> field.node().name().equalsIgnoreCase(name)
                        && !taken.contains(field.node().name()));
    }

    private Optional<Shape> only(Shape wanted, Struct held, Predicate<Shape> is) {
        Stream<Shape> candidates = held.fields().stream().filter(is);
        List<Shape> found = candidates.toList();
        if (found.size() > 1) {
            throw Refusal.unsupported(
                    file,
                    wanted.path(),
                    "the file has more than one field for it: "
                            + found.stream().map(Shape::path).collect(Collectors.joining(", ")) + ".");
        }
        return found.stream().findFirst();
    }
}
