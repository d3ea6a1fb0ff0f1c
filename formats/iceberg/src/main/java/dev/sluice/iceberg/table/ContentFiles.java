/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;

/** Reads what the manifests of a table list. */
public final class ContentFiles {

    private final IcebergTable table;

    public ContentFiles(IcebergTable table) {
        this.table = table;
    }

    /**
     * The data and delete files of manifests, each entry as it is read and not longer. Manifests are read side by side, so
     * the consumer is called by several threads.
     */
    public void forEach(Iterable<ManifestFile> manifests, Consumer<ContentFile<?>> consumer) {
        forEachOf(manifests, (manifest, file) -> consumer.accept(file));
    }

    /** The same, with the manifest that each file is listed in. */
    public void forEachOf(Iterable<ManifestFile> manifests, BiConsumer<ManifestFile, ContentFile<?>> consumer) {
        Tasks.foreach(manifests)
                .executeWith(ThreadPools.getWorkerPool())
                .stopOnFailure()
                .throwFailureWhenFinished()
                .run(manifest -> read(manifest, consumer));
    }

    private void read(ManifestFile manifest, BiConsumer<ManifestFile, ContentFile<?>> consumer) {
        try (ManifestReader<? extends ContentFile<?>> reader = reader(manifest)) {
            for (ContentFile<?> file : reader) {
                consumer.accept(manifest, file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ManifestReader<? extends ContentFile<?>> reader(ManifestFile manifest) {
        return manifest.content() == ManifestContent.DATA
                ? ManifestFiles.read(
                        manifest, table.table().io(), table.metadata().specsById())
                : ManifestFiles.readDeleteManifest(
                        manifest, table.table().io(), table.metadata().specsById());
    }
}
