/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.store.Location;
import dev.sluice.rewrite.ColumnMapping.ByFieldId;
import dev.sluice.rewrite.ConstantColumn;
import dev.sluice.rewrite.ConstantColumn.Rank;
import dev.sluice.rewrite.GeneratedColumn;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.check.ColumnSource.Absent;
import dev.sluice.rewrite.check.ColumnSource.Held;
import dev.sluice.rewrite.check.ColumnSource.Lent;
import dev.sluice.rewrite.check.Field.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Finds where one file holds the columns of the output: read anew from what the job says, not from what the engine did. */
final class Binding {

    private final RewriteInput input;
    private final @Nullable ByFieldId ids;
    private final boolean fileHasIds;
    private final Map<ColumnPath, ConstantColumn> constants = new HashMap<>();
    private final Map<ColumnPath, GeneratedColumn> generated = new HashMap<>();
    private final Map<Integer, ColumnSource> sources = new TreeMap<>();

    private Binding(RewriteInput input, Field file) {
        this.input = input;
        this.ids = input.mapping() instanceof ByFieldId byId ? byId : null;
        this.fileHasIds = file.parts().stream().anyMatch(Field::hasIds);
        input.constants().forEach(constant -> constants.put(constant.column(), constant));
        input.generated().forEach(column -> generated.put(column.column(), column));
    }

    /** The sources of the output's columns, in its order. */
    static List<ColumnSource> bind(RewriteInput input, Field file, Field output) {
        Binding binding = new Binding(input, file);
        binding.fields(output, file, Depths.ROOT, Depths.ROOT);
        return List.copyOf(binding.sources.values());
    }

    private void fields(Field output, Field file, Depths outputWay, Depths fileWay) {
        for (Field field : output.parts()) {
            Optional<Field> found = isAlwaysConstant(field) ? Optional.empty() : find(field, output, file);
            if (found.isPresent()) {
                same(field, found.get(), outputWay, fileWay);
            } else {
                missing(field, file, outputWay, fileWay);
            }
        }
    }

    private boolean isAlwaysConstant(Field field) {
        ConstantColumn constant = constants.get(field.path());
        return constant != null && constant.rank() == Rank.CONSTANT_FIRST;
    }

    private Optional<Field> find(Field wanted, Field among, Field held) {
        ByFieldId byId = ids;
        if (byId == null) {
            Optional<Field> exact = only(wanted, held, field -> field.name().equals(wanted.name()));
            return exact.isPresent() ? exact : only(wanted, held, field -> differsInCase(field, wanted, among));
        }
        if (wanted.type().getId() == null) {
            throw cannot(wanted, "the output's field has no id to find it by.");
        }
        int id = wanted.type().getId().intValue();
        if (fileHasIds) {
            return only(wanted, held, field -> field.has(id));
        }
        List<String> names = byId.namesById().getOrDefault(id, List.of());
        return only(wanted, held, field -> names.contains(field.name()));
    }

    private static boolean differsInCase(Field field, Field wanted, Field among) {
        return field.name().equalsIgnoreCase(wanted.name())
                && among.parts().stream().noneMatch(other -> other.name().equals(field.name()));
    }

    private Optional<Field> only(Field wanted, Field held, Predicate<Field> is) {
        List<Field> found = held.parts().stream().filter(is).toList();
        if (found.size() > 1) {
            throw cannot(wanted, "the file has more than one field for it.");
        }
        return found.stream().findFirst();
    }

    /** Goes down both sides at once. */
    private void same(Field output, Field file, Depths aboveOutput, Depths aboveFile) {
        if (output.kind() != file.kind()) {
            throw cannot(output, "it is %s in the file and %s in the output.".formatted(file.kind(), output.kind()));
        }
        Depths outputWay = aboveOutput.down(output.level());
        Depths fileWay = aboveFile.down(file.level());
        switch (output.kind()) {
            case VALUE -> value(output, file, fileWay);
            case STRUCT -> fields(output, file, outputWay, fileWay);
            case LIST ->
                same(
                        output.parts().get(0),
                        file.parts().get(0),
                        outputWay.down(output.slot()),
                        fileWay.down(file.slot()));
            case MAP -> {
                Depths outputSlot = outputWay.down(output.slot());
                Depths fileSlot = fileWay.down(file.slot());
                for (int part = 0; part < output.parts().size(); part++) {
                    if (part < file.parts().size()) {
                        same(output.parts().get(part), file.parts().get(part), outputSlot, fileSlot);
                    } else {
                        missing(output.parts().get(part), file, outputSlot, fileSlot);
                    }
                }
            }
        }
    }

    private void value(Field output, Field file, Depths fileWay) {
        PrimitiveType from = file.type().asPrimitiveType();
        PrimitiveType to = output.type().asPrimitiveType();
        if (ValueHash.between(from, to).isEmpty()) {
            throw cannot(output, "how %s becomes %s is not known to the check.".formatted(from, to));
        }
        sources.put(output.leaf(), new Held(file.leaf(), fileWay, from, to, generated.get(output.path())));
    }

    /**
     * A field of the output that the file does not have: null where its parent is there, unless a constant or a
     * generated value stands there.
     *
     * @param neighbours the file's field, or slot, that it would stand in
     */
    private void missing(Field output, Field neighbours, Depths outputParent, Depths fileParent) {
        GeneratedColumn instead = generated.get(output.path());
        if (output.kind() == Kind.VALUE) {
            Depths way = outputParent.down(output.level());
            ConstantColumn constant = constants.get(output.path());
            Optional<Long> hash = constant == null
                    ? Optional.empty()
                    : ValueHash.of(constant.value(), output.type().asPrimitiveType());
            int depth = hash.isPresent() || instead != null ? way.whole() : nothing(way, outputParent);
            absent(output, output, neighbours, fileParent, depth, hash.orElse(0L), instead);
            return;
        }
        if (output.kind() == Kind.STRUCT && output.level() == outputParent.level()) {
            // It cannot be null, so it is there wherever its parent is, and each of its parts is missing by itself.
            Depths way = outputParent.down(output.level());
            output.parts().forEach(part -> missing(part, neighbours, way, fileParent));
            return;
        }
        below(output, output, neighbours, outputParent, outputParent, fileParent);
    }

    /** The columns below a missing field are all as null as the field. */
    private void below(
            Field top, Field output, Field neighbours, Depths above, Depths outputParent, Depths fileParent) {
        Depths way = above.down(output.level());
        switch (output.kind()) {
            case VALUE -> absent(top, output, neighbours, fileParent, nothing(way, outputParent), 0, null);
            case STRUCT -> output.parts().forEach(part -> below(top, part, neighbours, way, outputParent, fileParent));
            case LIST, MAP -> {
                Depths slot = way.down(output.slot());
                output.parts().forEach(part -> below(top, part, neighbours, slot, outputParent, fileParent));
            }
        }
    }

    /** How far a way gets of which nothing is there but the parent; a bare repeated field is there, and empty. */
    private static int nothing(Depths way, Depths parent) {
        return way.at(parent.level());
    }

    private void absent(
            Field top,
            Field output,
            Field neighbours,
            Depths fileParent,
            int depth,
            long value,
            @Nullable GeneratedColumn instead) {
        sources.put(
                output.leaf(),
                fileParent.level() == 0
                        ? new Absent(depth, value, instead)
                        : new Lent(cheapest(neighbours).leaf(), fileParent, top.repetition(), depth, value));
    }

    private static Field cheapest(Field neighbours) {
        return neighbours
                .leaves()
                .min(Comparator.<Field>comparingInt(Field::repetition)
                        .thenComparing(leaf -> leaf.type().asPrimitiveType().getPrimitiveTypeName()))
                .orElseThrow();
    }

    private Unchecked cannot(Field column, String reason) {
        return new Unchecked(input.file(), column.path().toDotString(), reason);
    }

    /** Says that a column stands in a way that the check does not follow. */
    static final class Unchecked extends RuntimeException {

        private final Location file;

        Unchecked(Location file, String column, String reason) {
            super("Column " + column + " cannot be checked: " + reason);
            this.file = file;
        }

        Location file() {
            return file;
        }
    }
}
