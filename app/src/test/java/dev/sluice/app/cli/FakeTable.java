/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.DanglingDelete;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.DeleteFiles;
import dev.sluice.core.table.History;
import dev.sluice.core.table.Manifest;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table in memory: for each version its files. */
final class FakeTable {

    static final Instant WRITTEN = Instant.parse("2026-11-28T03:00:00Z");
    static final Instant LONG_AGO = Instant.parse("2026-11-20T03:00:00Z");
    static final Bytes SMALL = Bytes.ofKibibytes(900);

    private final TableRef ref;
    private final long firstVersion;
    private final List<List<DataFile>> versions = new ArrayList<>();
    final List<Objection> objections = new ArrayList<>();
    final List<StoredFile> eligible = new ArrayList<>();
    final List<DanglingDelete> dangling = new ArrayList<>();
    final List<Manifest> manifests = new ArrayList<>();
    Optional<RuntimeException> breaksWith = Optional.empty();
    long rewritten;

    FakeTable(TableRef ref, long version, List<DataFile> files) {
        this.ref = ref;
        this.firstVersion = version;
        versions.add(files);
    }

    static List<DataFile> files(int count, Bytes size, Partition partition) {
        return IntStream.range(0, count)
                .mapToObj(i -> new DataFile(
                        "%s/part-%05d-%d.parquet".formatted(partition, i, size.count()),
                        size,
                        100,
                        0,
                        "",
                        partition,
                        WRITTEN,
                        null))
                .toList();
    }

    /** A file that nothing refers to and whose retention has run out. */
    static StoredFile stored(String path) {
        return new StoredFile(Location.parse(path), Bytes.ofMebibytes(7), LONG_AGO);
    }

    /** With deletes that apply to nothing, and so many small manifests. */
    void carries(int deletes, int small) {
        for (int i = 0; i < deletes; i++) {
            dangling.add(new DanglingDelete("deletes-%d.parquet".formatted(i), Bytes.ofKibibytes(2)));
        }
        for (int i = 0; i < small; i++) {
            manifests.add(new Manifest("manifest-%d.avro".formatted(i), Bytes.ofKibibytes(7)));
        }
    }

    static Partition day(int day) {
        return new Partition(List.of(new Partition.Field("day", "2026-11-%02d".formatted(day))));
    }

    long version() {
        return firstVersion + versions.size() - 1;
    }

    List<DataFile> files() {
        return versions.get(versions.size() - 1);
    }

    void commit(List<DataFile> files) {
        versions.add(List.copyOf(files));
    }

    TableState state(long version) {
        return new State(version, versions.get((int) (version - firstVersion)));
    }

    private final class State implements TableState {
        private final long version;
        private final List<DataFile> files;

        State(long version, List<DataFile> files) {
            this.version = version;
            this.files = files;
        }

        @Override
        public TableRef table() {
            return ref;
        }

        @Override
        public long version() {
            return version;
        }

        @Override
        public Instant readAt() {
            return WRITTEN;
        }

        @Override
        public String fingerprint() {
            return "schema-1";
        }

        @Override
        public Stream<DataFile> files() {
            return files.stream();
        }

        @Override
        public History history() {
            return new History(
                    version + 1,
                    Bytes.ofKibibytes(version),
                    OptionalLong.empty(),
                    dangling.isEmpty()
                            ? Optional.empty()
                            : Optional.of(new DeleteFiles(dangling.size(), Bytes.of(dangling.size()), dangling)),
                    Optional.of(WRITTEN));
        }

        @Override
        public Optional<SmallManifests> smallManifests(Set<String> rewritten, int commits) {
            return manifests.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new SmallManifests(manifests, commits, Bytes.ofMebibytes(8)));
        }

        @Override
        public Optional<Bytes> preferredFileSize() {
            return Optional.empty();
        }

        @Override
        public List<Objection> objections() {
            return List.copyOf(objections);
        }

        @Override
        public List<PartitionColumn> partitionColumns() {
            return List.of();
        }
    }
}
