/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.RiggedStore;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that the store has put into an archive: they are neither read nor removed. */
class DeltaArchiveTest {

    @TempDir
    private Path folder;

    private LakeInAFolder lake;

    @BeforeEach
    void open() {
        lake = new LakeInAFolder(folder);
    }

    @AfterEach
    void close() {
        lake.close();
    }

    @Test
    void a_group_with_an_archived_file_is_left_out_and_the_others_are_compacted() {
        Orders orders = Orders.create(lake.bucket().resolve("orders"), 3);
        TableRows rows = TableRows.of(orders.location());
        DeltaFormat format = format(file -> file.location().path().contains("region=eu"));

        StepOutcome outcome = compact(format, orders);

        Change change = outcome.change().orElseThrow();
        assertThat(change.removed()).hasSize(3).allMatch(path -> path.startsWith("region=us"));
        assertThat(change.notes())
                .contains("The group of 3 files in region=eu was left out: one of them lies in an archive.");
        assertThat(TableRows.of(orders.location())).isEqualTo(rows);
    }

    @Test
    void a_group_whose_deletion_vector_is_archived_is_left_out() throws IOException {
        Orders orders = Orders.create(lake.bucket().resolve("orders"), 3);
        Path vectors = orders.folder().resolve("deletion_vector_5a8e.bin");
        byte[] vector = Rival.deletingTheFirst(2);
        Files.write(vectors, Rival.stored(vector));
        ObjectNode live = orders.live().values().stream()
                .filter(file -> file.get("path").asText().startsWith("region=eu"))
                .findFirst()
                .orElseThrow()
                .deepCopy();
        ObjectNode add = live.deepCopy();
        add.putObject("deletionVector")
                .put("storageType", "p")
                .put("pathOrInlineDv", lake.location(vectors).toString())
                .put("offset", 1)
                .put("sizeInBytes", vector.length)
                .put("cardinality", 2);
        orders.commit(
                "DELETE",
                List.of(
                        Orders.removal(live),
                        new ObjectMapper().createObjectNode().set("add", add)));
        DeltaFormat format = format(file -> file.location().equals(lake.location(vectors)));

        Change change = compact(format, orders).change().orElseThrow();

        assertThat(change.removed()).hasSize(3).allMatch(path -> path.startsWith("region=us"));
        assertThat(change.notes())
                .contains(
                        "The group of 3 files in region=eu was left out: the deletes of one of them lie in an archive.");
    }

    @Test
    void where_every_group_holds_an_archived_file_nothing_is_begun_and_nothing_has_failed() {
        Orders orders = Orders.create(lake.bucket().resolve("orders"), 3);
        List<String> before = orders.dataFiles();

        StepOutcome outcome = compact(format(file -> true), orders);

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.SKIPPED);
        assertThat(outcome.text()).contains("lies in an archive", "where");
        assertThat(orders.dataFiles()).isEqualTo(before);
        assertThat(orders.versionsOf("OPTIMIZE")).isEmpty();
    }

    @Test
    void what_is_out_of_use_and_archived_is_counted_and_stays() {
        Path table = lake.bucket().resolve("aged");
        List<Location> old =
                new DeltaDemo(new LocalStore(), Clock.systemUTC()).writeAged(Location.local(table), committed -> {});
        TableRef ref = new TableRef("delta", lake.location(table).toString());
        Location archived = lake.location(Path.of(old.get(0).path()));
        DeltaFormat format = format(file -> file.location().equals(archived));
        Retention week = new Retention(Retention.FLOOR);

        Leftovers before = format(file -> false).leftovers(format.inspect(ref), week);
        Leftovers leftovers = format.leftovers(format.inspect(ref), week);

        assertThat(before.archived()).isZero();
        assertThat(before.eligible()).hasSize(11);
        assertThat(leftovers.archived()).isEqualTo(1);
        assertThat(leftovers.unreferenced()).isEqualTo(before.unreferenced());
        assertThat(leftovers.eligible())
                .hasSize(10)
                .extracting(StoredFile::location)
                .doesNotContain(archived);
        Removal account = remove(format, ref, before);
        assertThat(account.deleted()).hasSize(10);
        assertThat(account.kept()).containsExactly(new Removal.Kept(archived, "It lies in an archive."));
        assertThat(Path.of(old.get(0).path())).exists();
        assertThat(old.subList(1, old.size())).noneMatch(file -> Files.exists(Path.of(file.path())));
    }

    private Removal remove(DeltaFormat format, TableRef table, Leftovers planned) {
        MaintenancePlan plan = Overdue.plan(format, table, Instant.now());
        Step.Remove step = new Step.Remove(
                planned.eligible().stream()
                        .map(file -> new RemovedFile(file.location().toString(), file.size(), file.modifiedAt()))
                        .toList(),
                Instant.now());
        return format.changer()
                .remove(Overdue.approved(plan), step, passage())
                .removal()
                .orElseThrow();
    }

    private StepOutcome compact(DeltaFormat format, Orders orders) {
        TableRef table = new TableRef("delta", lake.location(orders.folder()).toString());
        MaintenancePlan plan = Overdue.plan(format, table, Instant.now());
        Step.Compact step = (Step.Compact) plan.steps().get(0);
        assertThat(step.groups()).extracting(FileGroup::outputs).hasSize(2);
        return format.changer().compact(Overdue.approved(plan), step, passage());
    }

    private static WatchedPassage passage() {
        return new WatchedPassage("20261129T000000-archive", file -> {});
    }

    /** Delta on the lake where some files say that they are archived, as the service would. */
    private DeltaFormat format(Predicate<StoredFile> isArchived) {
        Store store = RiggedStore.of(
                RiggedStore.archiving(lake.store(), isArchived),
                Map.of("unproven", (below, arguments) -> Optional.empty()));
        return new DeltaFormat(store, Clock.systemUTC(), new RewriteLimits(1, Bytes.ofMebibytes(64)));
    }
}
