/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;

/**
 * The files of a version that only hold deletes; a part of a file that holds those of one data file counts as one.
 *
 * @param dangling those of them that apply to no data file any longer
 */
public record DeleteFiles(long files, Bytes bytes, long dangling) {

    public static final DeleteFiles NONE = new DeleteFiles(0, Bytes.ZERO, 0);

    /** These and one more. */
    public DeleteFiles plus(Bytes size, boolean isDangling) {
        return new DeleteFiles(files + 1, bytes.plus(size), dangling + (isDangling ? 1 : 0));
    }
}
