/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoreReader;
import dev.sluice.core.store.StoredFile;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.io.StoreFileIO;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table of a Hadoop catalog: a folder whose metadata files are numbered, the highest of which counts. Ours is written if
 * absent, through the store port, so that two who commit at once never both succeed; who renames, as Iceberg's own Hadoop
 * catalog does, may still overwrite.
 */
public final class FolderOperations implements TableOperations {

    private static final Logger LOG = LoggerFactory.getLogger(FolderOperations.class);

    private static final String HINT = "version-hint.text";
    private static final String HINT_CHECKSUM = "." + HINT + ".crc";
    private static final Pattern METADATA = Pattern.compile("v(\\d{1,9})(\\.[a-z]+)?\\.metadata\\.json(\\.[a-z]+)?");

    private final Store store;
    private final StoreFileIO io;
    private final Location folder;
    private final Location metadataFolder;
    private @Nullable TableMetadata current;
    private @Nullable Numbered read;
    private boolean isOutdated;

    public FolderOperations(Store store, Location folder) {
        this.store = store;
        this.io = new StoreFileIO(store);
        this.folder = folder;
        this.metadataFolder = folder.resolve("metadata");
    }

    /** True if a folder is a table of a Hadoop catalog. */
    public static boolean livesAt(Store store, Location folder) {
        return new FolderOperations(store, folder).newest().isPresent();
    }

    @Override
    public TableMetadata current() {
        return current == null || isOutdated ? refresh() : current;
    }

    @Override
    public TableMetadata refresh() {
        Numbered newest = newest().orElseThrow(() -> new NoSuchTableException("There is no table at %s", folder));
        if (current == null || !newest.equals(read)) { // by the file too: another table's numbers are the same
            TableMetadata found = TableMetadataParser.read(io, IcebergPath.text(newest.location()));
            if (current != null && !Objects.equals(current.uuid(), found.uuid())) {
                throw new GateException(
                        Fault.VERSION_FORGOTTEN,
                        folder.toString(),
                        "Another table has taken its place, as its id tells.");
            }
            current = found;
            read = newest;
        }
        isOutdated = false;
        return current;
    }

    /**
     * As every reader of such tables finds it: from the number that the hint gives upwards as long as there is a next one;
     * where the hint does not help, the highest number there is.
     */
    private Optional<Numbered> newest() {
        OptionalInt hinted = hint();
        Numbered highest = null;
        Numbered counting = null;
        try (Stream<StoredFile> files = store.listFrom(metadataFolder, "v")) {
            for (Numbered file : (Iterable<Numbered>)
                    files.map(Numbered::of).flatMap(Optional::stream).sorted()::iterator) {
                highest = file;
                if (counting == null
                        ? hinted.isPresent() && file.version == hinted.getAsInt()
                        : file.version == counting.version + 1) {
                    counting = file;
                }
            }
        }
        return Optional.ofNullable(counting != null ? counting : highest);
    }

    private OptionalInt hint() {
        Location file = metadataFolder.resolve(HINT);
        if (store.find(file).isEmpty()) {
            return OptionalInt.empty();
        }
        byte[] text = read(file);
        try {
            return OptionalInt.of(Integer.parseInt(new String(text, StandardCharsets.UTF_8).strip()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    private byte[] read(Location file) {
        try (StoreReader reader = new StoreReader(store.open(file))) {
            byte[] content =
                    new byte[(int) store.find(file).orElseThrow().size().count()];
            int done = 0;
            while (done < content.length) {
                int count = reader.read(content, done, content.length - done);
                if (count < 0) {
                    return Arrays.copyOf(content, done);
                }
                done += count;
            }
            return content;
        }
    }

    @Override
    public void commit(@Nullable TableMetadata base, TableMetadata metadata) {
        if (base != current || isOutdated) {
            throw new CommitFailedException("Cannot commit on metadata that is no longer current");
        }
        if (base == metadata) {
            return;
        }
        TableMetadataParser.Codec codec = TableMetadataParser.Codec.fromName(
                metadata.property(TableProperties.METADATA_COMPRESSION, TableProperties.METADATA_COMPRESSION_DEFAULT));
        int next = read == null ? 1 : read.version + 1;
        Location file = metadataFolder.resolve("v" + next + TableMetadataParser.getFileExtension(codec));
        InMemoryOutputFile content = new InMemoryOutputFile(IcebergPath.text(file));
        TableMetadataParser.write(metadata, content);
        requireThatItIsThere();
        put(file, content.toByteArray());
        isOutdated = true;
        pointTo(next);
    }

    /** Where the table was dropped meanwhile, ours would bring it back without its files, or replace the one that came after. */
    private void requireThatItIsThere() {
        if (read != null && !store.find(read.location()).equals(Optional.of(read.file))) {
            throw new CommitFailedException("What this commit was made on, %s, is no longer there", read.location());
        }
    }

    private void put(Location file, byte[] content) {
        PutOutcome outcome;
        try {
            outcome = store.putIfAbsent(file, content);
        } catch (GateException e) {
            if (e.fault() != Fault.UNANSWERED) {
                throw new SurelyNotCommitted(e);
            }
            lookFor(file, content, e);
            return;
        }
        if (outcome == PutOutcome.EXISTS) {
            throw new CommitFailedException("Version %s is there already", file.name());
        }
    }

    /** What was put and got no answer is in if it is there; if nothing is there, it may still arrive. */
    private void lookFor(Location file, byte[] content, GateException failure) {
        byte[] there;
        try {
            if (store.find(file).isEmpty()) {
                throw new CommitStateUnknownException(failure);
            }
            there = read(file);
        } catch (GateException e) {
            failure.addSuppressed(e);
            throw new CommitStateUnknownException(failure);
        }
        if (!Arrays.equals(there, content)) {
            throw new CommitFailedException(failure, "Version %s is another writer's", file.name());
        }
    }

    /** Hadoop's file system holds the hint against a checksum beside it, where there is one; ours would not fit it. */
    private void pointTo(int newest) {
        try {
            if (store.find(metadataFolder.resolve(HINT_CHECKSUM)).isPresent()) {
                store.delete(List.of(metadataFolder.resolve(HINT_CHECKSUM)));
            }
            store.replace(metadataFolder.resolve(HINT), Integer.toString(newest).getBytes(StandardCharsets.UTF_8));
        } catch (GateException e) {
            LOG.warn("The version hint of {} was not written: {}", folder, e.reason());
        }
    }

    @Override
    public FileIO io() {
        return io;
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return current().location() + "/metadata/" + fileName;
    }

    @Override
    public LocationProvider locationProvider() {
        return LocationProviders.locationsFor(current().location(), current().properties());
    }

    /** A metadata file with its number. */
    private record Numbered(int version, StoredFile file) implements Comparable<Numbered> {

        static Optional<Numbered> of(StoredFile file) {
            Matcher matcher = METADATA.matcher(file.location().name());
            return matcher.matches()
                    ? Optional.of(new Numbered(Integer.parseInt(matcher.group(1)), file))
                    : Optional.empty();
        }

        Location location() {
            return file.location();
        }

        @Override
        public int compareTo(Numbered other) {
            return Integer.compare(version, other.version);
        }
    }
}
