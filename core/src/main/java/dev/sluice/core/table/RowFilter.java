/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import java.util.List;

/**
 * What an owner says of a table's rows, once its columns were found in the table and its values read. Whoever has to act by
 * it has it said in a language of its own.
 */
public interface RowFilter {

    <T> T in(Language<T> language);

    /**
     * What a filter is made of. Nothing is negated: a filter that says NOT has been turned inside out, which changes
     * nothing of what is true, since a comparison with null is neither true nor false.
     *
     * @param <T> what stands for a filter in this language
     */
    interface Language<T> {

        /** @param parts at least one, each of which has to be true */
        T and(List<T> parts);

        /** @param parts at least one, one of which has to be true */
        T or(List<T> parts);

        /**
         * A column's value against another; not true where the value is null.
         *
         * @param value of the class that the column's {@link PartitionColumn.Kind} names
         */
        T compare(PartitionColumn column, Comparison comparison, Object value);

        T isNull(PartitionColumn column);

        T isNotNull(PartitionColumn column);
    }
}
