/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import java.util.List;

/**
 * One file to read, and how its columns become the output's.
 *
 * @param size the size that the table's metadata states; a file of another size is refused as damaged
 * @param mask the rows of this file that are deleted
 * @param constants output columns with one value for all rows of this file
 * @param generated output columns whose missing values follow from the row's place in this file
 */
public record RewriteInput(
        Location file,
        Bytes size,
        ColumnMapping mapping,
        RowMask mask,
        List<ConstantColumn> constants,
        List<GeneratedColumn> generated) {

    public RewriteInput {
        constants = List.copyOf(constants);
        generated = List.copyOf(generated);
    }

    /** A file whose columns are found by name, with no row deleted. */
    public static RewriteInput of(Location file, Bytes size) {
        return new RewriteInput(file, size, ColumnMapping.byName(), RowMask.none(), List.of(), List.of());
    }

    public RewriteInput with(ColumnMapping other) {
        return new RewriteInput(file, size, other, mask, constants, generated);
    }

    public RewriteInput with(RowMask other) {
        return new RewriteInput(file, size, mapping, other, constants, generated);
    }

    public RewriteInput withConstants(List<ConstantColumn> others) {
        return new RewriteInput(file, size, mapping, mask, others, generated);
    }

    public RewriteInput withGenerated(List<GeneratedColumn> others) {
        return new RewriteInput(file, size, mapping, mask, constants, others);
    }
}
