/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;
import java.util.List;

/**
 * The files of a version that only hold deletes; a part of a file that holds those of one data file counts as one.
 *
 * @param dangling those of them that apply to no data file any longer
 */
public record DeleteFiles(long files, Bytes bytes, List<DanglingDelete> dangling) {

    public static final DeleteFiles NONE = new DeleteFiles(0, Bytes.ZERO, List.of());

    public DeleteFiles {
        dangling = List.copyOf(dangling);
    }
}
