/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * The lists around a column, and what may follow what in them: an entry that goes on with a list is an element of it, and
 * so was the entry before. Readers make different rows of a column that does not keep to this.
 */
final class Nesting {

    /** For each repetition level the definition level from which there is an element. */
    private final int[] slots;

    private int before;

    private Nesting(int[] slots) {
        this.slots = slots;
    }

    static Nesting of(MessageType schema, ColumnDescriptor column) {
        int[] slots = new int[column.getMaxRepetitionLevel() + 1];
        Type type = schema;
        int repetition = 0;
        int definition = 0;
        for (String name : column.getPath()) {
            type = type.asGroupType().getType(name);
            if (!type.isRepetition(Repetition.REQUIRED)) {
                definition++;
            }
            if (type.isRepetition(Repetition.REPEATED)) {
                slots[++repetition] = definition;
            }
        }
        Nesting nesting = new Nesting(slots);
        nesting.forget();
        return nesting;
    }

    /** To be called where the entry before the next one is not known. */
    void forget() {
        before = Integer.MAX_VALUE;
    }

    void require(int repetition, int definition) {
        if (repetition > 0 && Math.min(before, definition) < slots[repetition]) {
            throw new IllegalStateException("a list goes on that has no element");
        }
        before = definition;
    }
}
