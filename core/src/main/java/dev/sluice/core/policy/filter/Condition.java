/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.Comparison;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.RowFilter.Language;
import java.util.List;

/** What a filter says, before it is known of which table. */
sealed interface Condition {

    /**
     * The condition on a table's columns.
     *
     * @param holds false: what is true where the condition is false
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID} if a column is none of them or a literal
     *     does not fit its column
     */
    <T> T in(Language<T> language, Columns columns, boolean holds);

    /** True if all parts are. */
    record And(List<Condition> parts) implements Condition {
        @Override
        public <T> T in(Language<T> language, Columns columns, boolean holds) {
            List<T> said = said(parts, language, columns, holds);
            return holds ? language.and(said) : language.or(said);
        }
    }

    /** True if a part is. */
    record Or(List<Condition> parts) implements Condition {
        @Override
        public <T> T in(Language<T> language, Columns columns, boolean holds) {
            List<T> said = said(parts, language, columns, holds);
            return holds ? language.or(said) : language.and(said);
        }
    }

    /** True if its part is false. */
    record Not(Condition part) implements Condition {
        @Override
        public <T> T in(Language<T> language, Columns columns, boolean holds) {
            return part.in(language, columns, !holds);
        }
    }

    /** {@code column < literal}. */
    record Compare(Column column, Comparison comparison, Literal literal) implements Condition {
        @Override
        public <T> T in(Language<T> language, Columns columns, boolean holds) {
            PartitionColumn found = columns.find(column);
            return language.compare(found, holds ? comparison : comparison.opposite(), columns.meaning(found, literal));
        }
    }

    /** {@code column IN (literal, ...)}. */
    record In(Column column, List<Literal> literals) implements Condition {
        @Override
        public <T> T in(Language<T> language, Columns columns, boolean holds) {
            List<Condition> equals = literals.stream()
                    .<Condition>map(literal -> new Compare(column, Comparison.EQUAL, literal))
                    .toList();
            return new Or(equals).in(language, columns, holds);
        }
    }

    /** {@code column BETWEEN literal AND literal}, both ends included. */
    record Between(Column column, Literal from, Literal to) implements Condition {
        @Override
        public <T> T in(Language<T> language, Columns columns, boolean holds) {
            return new And(List.of(
                            new Compare(column, Comparison.AT_LEAST, from),
                            new Compare(column, Comparison.AT_MOST, to)))
                    .in(language, columns, holds);
        }
    }

    /** {@code column IS NULL}. */
    record IsNull(Column column) implements Condition {
        @Override
        public <T> T in(Language<T> language, Columns columns, boolean holds) {
            PartitionColumn found = columns.find(column);
            return holds ? language.isNull(found) : language.isNotNull(found);
        }
    }

    private static <T> List<T> said(List<Condition> parts, Language<T> language, Columns columns, boolean holds) {
        return parts.stream().map(part -> part.in(language, columns, holds)).toList();
    }
}
