/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.store.Location;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileInfo;

/**
 * What a catalog's file access lists, page by page while it is gone through, with its failures as ours whenever they come. A
 * folder that is not there is an empty one, as it is to an object store.
 */
final class IoListing implements Iterator<FileInfo> {

    private final Location folder;
    private final Iterator<FileInfo> found;

    private IoListing(Location folder, Iterator<FileInfo> found) {
        this.folder = folder;
        this.found = found;
    }

    static Stream<FileInfo> of(Location folder, Supplier<Iterable<FileInfo>> listing) {
        Iterator<FileInfo> found = IoStore.storing(folder, () -> begun(listing));
        IoListing files = new IoListing(folder, found);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(files, Spliterator.NONNULL), false)
                .onClose(files::close);
    }

    private static Iterator<FileInfo> begun(Supplier<Iterable<FileInfo>> listing) {
        try {
            return listing.get().iterator();
        } catch (NotFoundException e) {
            return Collections.emptyIterator();
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof FileNotFoundException) {
                return Collections.emptyIterator();
            }
            throw e;
        }
    }

    @Override
    public boolean hasNext() {
        return IoStore.storing(folder, found::hasNext);
    }

    @Override
    public FileInfo next() {
        return IoStore.storing(folder, found::next);
    }

    private void close() {
        if (found instanceof java.io.Closeable open) {
            try {
                open.close();
            } catch (IOException e) {
                throw IoStore.failed(folder, e);
            }
        }
    }
}
