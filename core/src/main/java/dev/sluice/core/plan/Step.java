/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.DanglingDelete;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Manifest;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One exact thing to do to a table. Steps are carried out from least to most final, each verified before the next. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Step.Compact.class, name = "compact"),
    @JsonSubTypes.Type(value = Step.Prune.class, name = "prune"),
    @JsonSubTypes.Type(value = Step.Discard.class, name = "discard"),
    @JsonSubTypes.Type(value = Step.RewriteManifests.class, name = "rewrite-manifests"),
    @JsonSubTypes.Type(value = Step.Expire.class, name = "expire"),
    @JsonSubTypes.Type(value = Step.Remove.class, name = "remove")
})
public sealed interface Step {

    /** The kinds of step, least final first. */
    enum Kind {
        COMPACT,
        PRUNE,
        DISCARD,
        REWRITE_MANIFESTS,
        EXPIRE,
        REMOVE
    }

    @JsonIgnore
    Kind kind();

    /** What the step is called in plans, journals and reports. */
    @JsonIgnore
    default String name() {
        return kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** True if what the step takes away cannot be had back. */
    @JsonIgnore
    boolean isFinal();

    /**
     * Rewrites groups of files into fewer, larger ones, in one commit. Old versions still hold the old files, so it is
     * not final.
     *
     * @param target the file size to write towards
     */
    record Compact(List<FileGroup> groups, Bytes target) implements Step {

        public Compact {
            groups = List.copyOf(groups);
        }

        @Override
        public Kind kind() {
            return Kind.COMPACT;
        }

        @Override
        public boolean isFinal() {
            return false;
        }

        public long inputs() {
            return groups.stream().mapToLong(g -> g.inputs().size()).sum();
        }

        public long outputs() {
            return groups.stream().mapToLong(FileGroup::outputs).sum();
        }

        public Bytes bytes() {
            return Bytes.of(groups.stream().mapToLong(g -> g.bytes().count()).sum());
        }

        /** The step without the groups that no longer fit: every file of a group must be live with the same deletes. */
        public Narrowed narrowedTo(TableState now) {
            Set<PlannedFile.Identity> missing = new HashSet<>();
            groups.forEach(group -> group.inputs().forEach(file -> missing.add(file.identity())));
            try (Stream<DataFile> files = now.files()) {
                files.forEach(file -> missing.remove(PlannedFile.Identity.of(file)));
            }
            List<FileGroup> kept = new ArrayList<>();
            List<FileGroup> dropped = new ArrayList<>();
            for (FileGroup group : groups) {
                boolean fits = group.inputs().stream().noneMatch(file -> missing.contains(file.identity()));
                (fits ? kept : dropped).add(group);
            }
            return new Narrowed(new Compact(kept, target), dropped);
        }
    }

    /**
     * Takes deletes out of the table that apply to no data file, in one commit. Old versions still hold them, so it is not
     * final.
     *
     * @param deletes exactly these and no other
     */
    record Prune(List<DanglingDelete> deletes) implements Step {

        public Prune {
            deletes = List.copyOf(deletes);
        }

        @Override
        public Kind kind() {
            return Kind.PRUNE;
        }

        @Override
        public boolean isFinal() {
            return false;
        }

        public Bytes bytes() {
            return Bytes.of(deletes.stream().mapToLong(d -> d.size().count()).sum());
        }
    }

    /**
     * Takes away what an earlier run of ours wrote and surely did not commit. Nothing ever referred to these files, so
     * nothing is lost.
     *
     * @param run the run that wrote them
     */
    record Discard(String run, List<RemovedFile> files) implements Step {

        public Discard {
            files = List.copyOf(files);
        }

        /** What lies about of a run. */
        public static Discard of(String run, List<StoredFile> strays) {
            return new Discard(run, strays.stream().map(RemovedFile::of).toList());
        }

        @Override
        public Kind kind() {
            return Kind.DISCARD;
        }

        @Override
        public boolean isFinal() {
            return false;
        }

        public Bytes bytes() {
            return sum(files);
        }
    }

    /**
     * Rewrites manifests into fewer, in one commit: they list the same data files afterwards. Old versions still hold the
     * old manifests, so it is not final.
     *
     * @param manifests exactly these and no other of the version that the plan was made for
     * @param toCome those that the plan's own commits will have added by then, which go along with them
     * @param target the size to write towards
     */
    record RewriteManifests(List<Manifest> manifests, int toCome, Bytes target) implements Step {

        public RewriteManifests {
            manifests = List.copyOf(manifests);
        }

        static RewriteManifests of(SmallManifests small) {
            return new RewriteManifests(small.manifests(), small.toCome(), small.target());
        }

        @Override
        public Kind kind() {
            return Kind.REWRITE_MANIFESTS;
        }

        @Override
        public boolean isFinal() {
            return false;
        }

        public int inputs() {
            return manifests.size() + toCome;
        }

        /** Of the manifests that there are when the plan is made. */
        public Bytes bytes() {
            return Bytes.of(manifests.stream().mapToLong(m -> m.size().count()).sum());
        }
    }

    /**
     * Forgets old versions, and with them the files that only they hold.
     *
     * @param versions exactly these and no other
     * @param olderThan every one of them was committed before this time
     * @param retainLast so many of the newest versions stay, whatever their age
     * @param files data files and files of deletes that only they hold, as counted when the plan was made
     * @param bytes the size of those files
     * @param resumesFrom the oldest version that a stream can still resume from afterwards
     */
    record Expire(
            List<Expirable.Version> versions,
            Instant olderThan,
            long retainLast,
            long files,
            Bytes bytes,
            Optional<Expirable.Version> resumesFrom)
            implements Step {

        public Expire {
            versions = List.copyOf(versions);
        }

        @Override
        public Kind kind() {
            return Kind.EXPIRE;
        }

        @Override
        public boolean isFinal() {
            return true;
        }
    }

    /**
     * Removes files that the table no longer holds. Versions that still held them can no longer be read afterwards.
     *
     * @param olderThan every file on the list was written, and taken out of the table, before this time
     */
    record Remove(List<RemovedFile> files, Instant olderThan) implements Step {

        public Remove {
            files = List.copyOf(files);
        }

        @Override
        public Kind kind() {
            return Kind.REMOVE;
        }

        @Override
        public boolean isFinal() {
            return true;
        }

        public Bytes bytes() {
            return sum(files);
        }
    }

    private static Bytes sum(List<RemovedFile> files) {
        return Bytes.of(files.stream().mapToLong(f -> f.size().count()).sum());
    }
}
