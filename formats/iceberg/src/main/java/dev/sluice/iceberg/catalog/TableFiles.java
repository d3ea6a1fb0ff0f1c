/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.StoreFileIO;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.jspecify.annotations.Nullable;

/** The file access of one table, as its catalog describes it: by properties, and by credentials for parts of a storage. */
final class TableFiles extends StoreFileIO implements SupportsStorageCredentials {

    private final Map<String, String> properties;
    private final transient Function<TableFiles, Store> finding;
    private List<StorageCredential> credentials = List.of();
    private transient @Nullable Store found;
    private final transient ThreadLocal<@Nullable String> newestMetadata = new ThreadLocal<>();

    /** @param finding the store that does what the properties and the credentials say; asked when it is first needed */
    TableFiles(Map<String, String> properties, Function<TableFiles, Store> finding) {
        this.properties = Map.copyOf(properties);
        this.finding = finding;
    }

    @Override
    public synchronized Store store() {
        Store store = found;
        if (store == null) {
            store = finding.apply(this);
            found = store;
        }
        return store;
    }

    @Override
    public OutputFile newOutputFile(String path) {
        if (path.contains(".metadata.json")) {
            newestMetadata.set(path);
        }
        return super.newOutputFile(path);
    }

    /** Forgets which metadata file this thread has written. */
    void beginCommit() {
        newestMetadata.remove();
    }

    /** The metadata file that this thread has written last. */
    Optional<String> newestMetadata() {
        return Optional.ofNullable(newestMetadata.get());
    }

    @Override
    public Map<String, String> properties() {
        return properties;
    }

    @Override
    public synchronized void setCredentials(List<StorageCredential> given) {
        credentials = List.copyOf(given);
        found = null;
    }

    @Override
    public synchronized List<StorageCredential> credentials() {
        return credentials;
    }
}
