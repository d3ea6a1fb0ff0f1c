/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.GateException;
import dev.sluice.rewrite.ConstantColumn;
import dev.sluice.rewrite.ConstantColumn.Rank;
import dev.sluice.rewrite.ConstantValue;
import dev.sluice.rewrite.GeneratedColumn;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.engine.LeafSource.Filling;
import dev.sluice.rewrite.engine.Shape.Leaf;
import dev.sluice.rewrite.engine.Shape.ListOf;
import dev.sluice.rewrite.engine.Shape.MapOf;
import dev.sluice.rewrite.engine.Shape.Odd;
import dev.sluice.rewrite.engine.Shape.Struct;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.jspecify.annotations.Nullable;

/** Finds, for every column of the output, what one file has to say about it; refuses by name what does not fit. */
final class FileBinding {

    private final RewriteInput input;
    private final Calendar calendar;
    private final FieldLookup lookup;
    private final Map<ColumnPath, ConstantColumn> constants = new HashMap<>();
    private final Map<ColumnPath, GeneratedColumn> generated = new HashMap<>();
    private final @Nullable LeafSource[] sources;

    private FileBinding(RewriteInput input, Calendar calendar, Struct file, int columns) {
        this.input = input;
        this.calendar = calendar;
        this.lookup = new FieldLookup(input.file(), input.mapping(), file);
        this.sources = new LeafSource[columns];
        input.constants().forEach(constant -> constants.put(constant.column(), constant));
        input.generated().forEach(column -> generated.put(column.column(), column));
    }

    /** The sources of the output's columns, in its schema's order. */
    static List<LeafSource> bind(RewriteInput input, Calendar calendar, Struct file, Struct output) {
        FileBinding binding = new FileBinding(
                input, calendar, file, Math.toIntExact(output.leaves().count()));
        binding.checkConstants(output);
        binding.fields(output, file, Levels.root());
        return Arrays.stream(binding.sources)
                .map(source -> {
                    if (source == null) {
                        throw new IllegalStateException("A column of the output was passed over");
                    }
                    return source;
                })
                .toList();
    }

    private void checkConstants(Struct output) {
        Map<ColumnPath, Leaf> leaves =
                output.leaves().collect(Collectors.toMap(leaf -> leaf.node().column(), leaf -> leaf));
        for (ConstantColumn constant : constants.values()) {
            Leaf leaf = leaves.get(constant.column());
            if (leaf == null || !constant.value().fits(leaf.primitive().getPrimitiveTypeName())) {
                throw new IllegalArgumentException("The output has no column for the constant " + constant);
            }
        }
        for (GeneratedColumn column : generated.values()) {
            Leaf leaf = leaves.get(column.column());
            if (leaf == null
                    || !ConstantValue.of(column.first()).fits(leaf.primitive().getPrimitiveTypeName())) {
                throw new IllegalArgumentException("The output has no INT64 column to generate as " + column);
            }
        }
    }

    private void fields(Struct output, Struct file, Levels levels) {
        for (Shape field : output.fields()) {
            Optional<Shape> found = isAlwaysConstant(field) ? Optional.empty() : lookup.find(field, output, file);
            if (found.isPresent()) {
                match(field, found.get(), levels);
            } else {
                missing(field, file, levels);
            }
        }
    }

    private boolean isAlwaysConstant(Shape field) {
        ConstantColumn constant = constants.get(field.node().column());
        return constant != null && constant.rank() == Rank.CONSTANT_FIRST;
    }

    private void match(Shape output, Shape file, Levels above) {
        refuseOdd(output, output);
        refuseOdd(output, file);
        Levels levels = above.down(file.node().present(), output.node().present());
        if (output instanceof Leaf to && file instanceof Leaf from) {
            Conversion conversion = Conversions.between(from.primitive(), to.primitive())
                    .orElseThrow(() -> unsupported(
                            output,
                            "it is %s in the file, which cannot become %s without loss."
                                    .formatted(from.primitive(), to.primitive())));
            sources[to.column()] = new LeafSource.FromColumn(
                    from.column(),
                    levels,
                    output.node().repetition(),
                    calendar.guarded(from.primitive(), conversion),
                    false,
                    generated.get(output.node().column()));
        } else if (output instanceof Struct to && file instanceof Struct from) {
            fields(to, from, levels);
        } else if (output instanceof ListOf to && file instanceof ListOf from) {
            match(to.element(), from.element(), levels.down(from.slot(), to.slot()));
        } else if (output instanceof MapOf to && file instanceof MapOf from) {
            Levels inside = levels.down(from.slot(), to.slot());
            match(to.key(), from.key(), inside);
            to.value()
                    .ifPresent(value -> from.value()
                            .ifPresentOrElse(
                                    held -> match(value, held, inside), () -> missing(value, from.key(), inside)));
        } else {
            throw unsupported(
                    output, "it is %s in the file and %s in the output.".formatted(file.noun(), output.noun()));
        }
    }

    private void refuseOdd(Shape output, Shape suspect) {
        if (suspect instanceof Odd odd) {
            throw unsupported(output, "it is " + odd.why() + ", which cannot be rewritten.");
        }
        if (suspect instanceof Leaf leaf && Conversions.isForeign(leaf.primitive())) {
            throw unsupported(
                    output,
                    "it is of type " + Conversions.foreignName(leaf.primitive()) + ", which cannot be rewritten.");
        }
    }

    /**
     * A field that the file lacks: null wherever its parent is there, and a constant or a generated value if one is
     * known.
     *
     * @param neighbours what the file has under the same parent; gives the parent's levels
     */
    private void missing(Shape field, Shape neighbours, Levels parent) {
        refuseOdd(field, field);
        Filling constant = constant(field);
        boolean nullable = field.node().present() > parent.output() || (field instanceof ListOf list && list.bare());
        if (!nullable && field instanceof Struct struct) {
            struct.fields().forEach(part -> missing(part, neighbours, parent)); // there wherever its parent is
            return;
        }
        if (constant == null && !nullable && !generated.containsKey(field.node().column())) {
            throw unsupported(field, "it is required in the output, and the file does not have it.");
        }
        int nothing = parent.output();
        Filling filling = constant == null ? (repetition, to) -> to.addNull(repetition, nothing) : constant;
        for (Leaf leaf : field.leaves().toList()) {
            GeneratedColumn instead = generated.get(leaf.node().column());
            sources[leaf.column()] = parent.file() == 0
                    ? new LeafSource.EveryRow(filling, instead)
                    : new LeafSource.FromColumn(
                            lender(field, neighbours).column(),
                            parent,
                            field.node().repetition(),
                            (from, repetition, to) -> filling.write(repetition, to),
                            true,
                            instead);
        }
    }

    /** What stands where a missing column's parent is there; null if it is a null. */
    private @Nullable Filling constant(Shape field) {
        ConstantColumn constant = constants.get(field.node().column());
        if (constant == null) {
            return null;
        }
        ConstantValue value = constant.value();
        if (value instanceof ConstantValue.OfBoolean of) {
            return (repetition, to) -> to.addBoolean(repetition, of.value());
        } else if (value instanceof ConstantValue.OfInt of) {
            return (repetition, to) -> to.addInt(repetition, of.value());
        } else if (value instanceof ConstantValue.OfLong of) {
            return (repetition, to) -> to.addLong(repetition, of.value());
        } else if (value instanceof ConstantValue.OfFloat of) {
            return (repetition, to) -> to.addFloat(repetition, of.value());
        } else if (value instanceof ConstantValue.OfDouble of) {
            return (repetition, to) -> to.addDouble(repetition, of.value());
        } else if (value instanceof ConstantValue.OfBinary of) {
            return (repetition, to) -> to.addBinary(repetition, of.value());
        }
        return null;
    }

    /** The column whose levels cost the least to read. */
    private Leaf lender(Shape field, Shape neighbours) {
        return neighbours
                .leaves()
                .min(Comparator.<Leaf>comparingInt(leaf -> leaf.node().repetition())
                        .thenComparing(leaf -> leaf.primitive().getPrimitiveTypeName()))
                .orElseThrow(() -> unsupported(
                        field, "nothing in the file tells where it is: the struct around it has no columns there."));
    }

    private GateException unsupported(Shape field, String reason) {
        return Refusal.unsupported(input.file(), field.path(), reason);
    }
}
