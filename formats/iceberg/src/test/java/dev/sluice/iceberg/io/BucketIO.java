/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** A file access of Iceberg's as object stores have it, in memory: a file appears when it is closed, a listing goes by pages. */
final class BucketIO implements SupportsPrefixOperations {

    private final NavigableMap<String, Kept> files = new ConcurrentSkipListMap<>();
    private volatile int listable = Integer.MAX_VALUE;

    /** A file and when it was written, in milliseconds since 1970. */
    private record Kept(InputFile content, long writtenAt) {}

    /** Each listing is denied once it has given so many files. */
    void deniesListingAfter(int files) {
        listable = files;
    }

    @Override
    public InputFile newInputFile(String path) {
        Kept kept = files.get(path);
        return kept == null ? new Absent(path) : kept.content();
    }

    @Override
    public OutputFile newOutputFile(String path) {
        return new Written(path);
    }

    @Override
    public void deleteFile(String path) {
        if (files.remove(path) == null) {
            throw new NotFoundException("No such object: %s", path);
        }
    }

    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
        Iterator<Map.Entry<String, Kept>> all = files.tailMap(prefix, true).entrySet().stream()
                .takeWhile(file -> file.getKey().startsWith(prefix))
                .iterator();
        return () -> new Iterator<>() {
            private int given;

            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public FileInfo next() {
                if (given++ == listable) {
                    throw new IllegalStateException("AccessDenied");
                }
                Map.Entry<String, Kept> file = all.next();
                return new FileInfo(
                        file.getKey(),
                        file.getValue().content().getLength(),
                        file.getValue().writtenAt());
            }
        };
    }

    @Override
    public void deletePrefix(String prefix) {
        throw new UnsupportedOperationException("No folder is ever deleted");
    }

    private record Absent(String location) implements InputFile {
        @Override
        public long getLength() {
            throw new NotFoundException("No such object: %s", location);
        }

        @Override
        public org.apache.iceberg.io.SeekableInputStream newStream() {
            throw new NotFoundException("No such object: %s", location);
        }

        @Override
        public boolean exists() {
            return false;
        }
    }

    private final class Written implements OutputFile {
        private final String path;

        Written(String path) {
            this.path = path;
        }

        @Override
        public PositionOutputStream create() {
            if (files.containsKey(path)) {
                throw new AlreadyExistsException("Object exists: %s", path);
            }
            return createOrOverwrite();
        }

        @Override
        public PositionOutputStream createOrOverwrite() {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return content.size();
                }

                @Override
                public void write(int b) {
                    content.write(b);
                }

                @Override
                public void close() {
                    files.put(
                            path,
                            new Kept(new InMemoryInputFile(path, content.toByteArray()), System.currentTimeMillis()));
                }
            };
        }

        @Override
        public String location() {
            return path;
        }

        @Override
        public InputFile toInputFile() {
            return Objects.requireNonNull(newInputFile(path));
        }
    }
}
