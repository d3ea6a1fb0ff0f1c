/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * How outputs are divided, as far as the memory of a rewrite goes: what is asked for beyond it is cut down, never refused.
 *
 * @param rowGroup about as large a row group becomes; a quarter of the memory at most
 * @param page a page ends once it is this large before compression, at a row; {@link #LARGEST_PAGE} at most
 * @param pageRows a page ends with so many rows in any case
 * @param dictionary a column whose dictionary outgrows this goes on without; {@link #LARGEST_DICTIONARY} at most
 * @param level of compression, in the codec's own numbers; the codec's default where there is none. Codecs without levels
 *     have no use for it
 * @param withoutDictionary columns whose values are written as they are
 * @param withoutStatistics columns of which the file itself says no bounds and no counts, for readers that have no use for
 *     them; they are counted all the same
 */
public record Layout(
        Bytes rowGroup,
        Bytes page,
        int pageRows,
        Bytes dictionary,
        OptionalInt level,
        Set<ColumnPath> withoutDictionary,
        Set<ColumnPath> withoutStatistics) {

    /** Several pages are in memory for each column that is written. */
    public static final Bytes LARGEST_PAGE = Bytes.ofMebibytes(8);

    /** As {@link #LARGEST_PAGE}. */
    public static final Bytes LARGEST_DICTIONARY = Bytes.ofMebibytes(8);

    /** What writers of Parquet do where nobody says otherwise. */
    public static final Layout USUAL =
            new Layout(Bytes.ofMebibytes(128), Bytes.ofMebibytes(1), 20_000, Bytes.ofMebibytes(2), OptionalInt.empty());

    public Layout {
        if (rowGroup.count() == 0 || page.count() == 0 || pageRows < 1 || dictionary.count() == 0) {
            throw new IllegalArgumentException("Row groups, pages and dictionaries hold something, not nothing.");
        }
        page = LARGEST_PAGE.isSmallerThan(page) ? LARGEST_PAGE : page;
        dictionary = LARGEST_DICTIONARY.isSmallerThan(dictionary) ? LARGEST_DICTIONARY : dictionary;
        withoutDictionary = Set.copyOf(withoutDictionary);
        withoutStatistics = Set.copyOf(withoutStatistics);
    }

    /** A layout in which all columns are alike. */
    public Layout(Bytes rowGroup, Bytes page, int pageRows, Bytes dictionary, OptionalInt level) {
        this(rowGroup, page, pageRows, dictionary, level, Set.of(), Set.of());
    }
}
