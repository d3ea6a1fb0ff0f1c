/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Removal;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.RiggedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Removal on a table with a past: exactly the plan's list, and of that only what is still safe to take. */
class DeltaRemovalTest {

    @TempDir
    Path folder;

    private Path table;
    private Location location;
    private DeltaPass pass;
    private LogWriter other;
    private List<Location> old;

    @BeforeEach
    void a_table_whose_first_ten_files_were_replaced_eight_days_ago() {
        table = folder.resolve("orders");
        location = Location.local(table);
        old = new DeltaDemo(new LocalStore(), Clock.systemUTC()).writeAged(location, committed -> {});
        pass = new DeltaPass(location, Clock.systemUTC());
        other = new LogWriter(table);
    }

    @Test
    void removes_exactly_what_the_plan_lists_and_keeps_every_row() throws IOException {
        TableRows before = TableRows.of(location);
        Set<String> files = files();
        MaintenancePlan plan = plan();

        Removal account = remove(plan);

        assertThat(list(plan)).hasSize(11);
        assertThat(account.deleted()).containsExactlyInAnyOrderElementsOf(old);
        assertThat(account.failed()).isEmpty();
        assertThat(account.kept()).isEmpty();
        Set<String> gone = new TreeSet<>(files);
        gone.removeAll(files());
        assertThat(gone).isEqualTo(names(old));
        assertThat(TableRows.of(location)).isEqualTo(before);
        assertThat(leftovers().eligible()).isEmpty();
    }

    @Test
    void keeps_what_a_restore_has_taken_back_since_the_plan_was_made() throws IOException {
        MaintenancePlan plan = plan();
        String restored = location.relativize(old.get(2));
        other.append(restored, 100);

        Removal account = remove(plan);

        assertThat(account.deleted()).hasSize(10).doesNotContain(old.get(2));
        assertThat(account.kept()).singleElement().satisfies(kept -> {
            assertThat(kept.file()).isEqualTo(old.get(2));
            assertThat(kept.reason()).contains("refers to it by now");
        });
        assertThat(table.resolve(restored)).exists();
    }

    @Test
    void keeps_what_was_removed_from_the_table_within_the_retention() {
        MaintenancePlan plan = plan();
        String path = location.relativize(old.get(4));
        other.append(path, 100);
        other.remove(path);

        assertThat(remove(plan).deleted()).hasSize(10).doesNotContain(old.get(4));
    }

    @Test
    void keeps_a_file_that_has_changed_or_is_gone_since_the_plan_was_made() throws IOException {
        MaintenancePlan plan = plan();
        Files.writeString(Path.of(old.get(0).path()), "written anew");
        Files.setLastModifiedTime(
                Path.of(old.get(1).path()), FileTime.from(Instant.now().minus(Duration.ofDays(9))));
        Files.delete(Path.of(old.get(2).path()));

        Removal account = remove(plan);

        assertThat(account.deleted()).hasSize(8);
        assertThat(account.kept())
                .extracting(Removal.Kept::reason)
                .containsExactlyInAnyOrder(
                        "It has changed since the plan was made.",
                        "It has changed since the plan was made.",
                        "It was gone already.");
        assertThat(Path.of(old.get(0).path())).exists();
        assertThat(Path.of(old.get(1).path())).exists();
    }

    @Test
    void what_became_eligible_meanwhile_waits_for_the_next_plan() throws IOException {
        MaintenancePlan plan = plan();
        Path late = Files.writeString(table.resolve("late.parquet"), "x");
        Files.setLastModifiedTime(late, FileTime.from(Instant.now().minus(Duration.ofDays(9))));

        assertThat(remove(plan).deleted()).hasSize(11);
        assertThat(late).exists();
    }

    @Test
    void a_longer_retention_of_the_tables_own_that_came_since_protects_its_files() {
        MaintenancePlan plan = plan();
        other.property("delta.deletedFileRetentionDuration", "interval 30 days");

        assertThat(remove(plan).deleted()).isEmpty();
    }

    @Test
    void another_table_below_the_location_means_that_nothing_is_removed() throws IOException {
        MaintenancePlan plan = plan();
        Path nested = Files.createDirectories(table.resolve("archive/_delta_log"));
        Files.writeString(nested.resolve("00000000000000000000.json"), "{}");

        assertThat(leftovers().eligible()).isEmpty();
        assertThat(leftovers().objection())
                .hasValueSatisfying(why -> assertThat(why).contains("archive/_delta_log"));
        refuses(plan, "Another table (Delta) lies in or below the table's folder");
    }

    @ParameterizedTest
    @CsvSource({
        "Iceberg,metadata/00000-a.metadata.json",
        "Iceberg,meta/00000-a.metadata.json",
        "Lance,_versions/1.manifest",
        "Hudi,.hoodie/hoodie.properties",
        "Paimon,schema/schema-0"
    })
    void a_table_of_another_format_in_below_or_above_the_location_means_that_nothing_is_removed(
            String format, String mark) throws IOException {
        MaintenancePlan plan = plan();
        for (String place : List.of("", "archive/nested/")) {
            Path file = write(table.resolve(place + mark));
            refuses(
                    plan,
                    "Another table (%s) lies in or below the table's folder: %s%s.".formatted(format, place, mark));
            Files.delete(file);
        }
        if (!mark.startsWith("meta/")) {
            write(folder.resolve(mark));
            refuses(plan, "The table lies below another table (%s), %s,".formatted(format, folder));
        }
    }

    private static Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}");
    }

    @Test
    void where_a_folder_below_cannot_be_listed_it_says_which_and_assesses_nothing() {
        GateException denied = new GateException(Fault.STORAGE, location + "/locked", "Could not list it.");
        Store store = RiggedStore.of(new LocalStore(), Map.of("list", (below, arguments) -> {
            if (arguments[0].equals(location)) {
                throw denied;
            }
            return below.list((Location) arguments[0]);
        }));
        DeltaFormat format = new DeltaFormat(store, Clock.systemUTC(), new RewriteLimits(2, Bytes.ofMebibytes(64)));

        Leftovers left = format.leftovers(format.inspect(pass.table), new Retention(Duration.ofDays(7)));

        assertThat(left.areAssessed()).isFalse();
        assertThat(left.eligible()).isEmpty();
        assertThat(left.objection())
                .contains("The table's files cannot be listed: %s/locked: Could not list it.".formatted(location));
    }

    @Test
    void a_table_below_another_one_means_that_nothing_is_removed() throws IOException {
        MaintenancePlan plan = plan();
        Files.createDirectories(folder.resolve("_delta_log"));

        refuses(plan, "below another table (Delta)");
    }

    @Test
    void an_empty_table_proves_nothing_and_nothing_is_removed() {
        MaintenancePlan plan = plan();
        livePaths().forEach(other::remove);

        refuses(plan, "holds no file");
    }

    @Test
    void a_feature_that_came_since_and_is_not_on_the_list_means_that_nothing_is_removed() {
        MaintenancePlan plan = plan();
        other.property("delta.universalFormat.enabledFormats", "iceberg");

        refuses(plan, "UniForm");
    }

    @Test
    void a_log_that_cannot_be_read_means_that_nothing_is_removed() throws IOException {
        MaintenancePlan plan = plan();
        Files.writeString(
                table.resolve("_delta_log").resolve("%020d.json".formatted(other.latestVersion() + 1)), "{broken");

        assertThatThrownBy(() -> remove(plan)).isInstanceOf(GateException.class);
        assertThat(old).allSatisfy(file -> assertThat(Path.of(file.path())).exists());
    }

    @Test
    void links_are_neither_listed_nor_followed() throws IOException {
        Path outside = Files.createDirectories(folder.resolve("elsewhere"));
        Path precious = Files.writeString(outside.resolve("precious.parquet"), "x");
        Files.setLastModifiedTime(precious, FileTime.from(Instant.now().minus(Duration.ofDays(90))));
        Files.createSymbolicLink(table.resolve("link"), outside);

        remove(plan());

        assertThat(precious).exists();
    }

    /** A log may name files by their whole path, and a folder may have two of them. */
    @Test
    void a_file_that_the_log_names_by_another_path_of_the_same_folder_is_kept() throws IOException {
        other.append(table.resolve(location.relativize(old.get(3))).toUri().getPath(), 100);
        Path link = Files.createSymbolicLink(folder.resolve("link"), table);
        DeltaPass linked = new DeltaPass(Location.local(link), Clock.systemUTC());

        Removal account = linked.remove(linked.planRemoval());

        assertThat(account.deleted()).hasSize(10);
        assertThat(Path.of(old.get(3).path())).exists();
    }

    /** A listing follows no link, and shows what lies behind one by its own name. */
    @Test
    void a_file_that_the_log_names_through_a_link_inside_of_the_table_is_kept() throws IOException {
        Files.createSymbolicLink(table.resolve("linked"), table);
        other.append("linked/" + location.relativize(old.get(3)), 100);

        Removal account = remove(plan());

        assertThat(account.deleted()).hasSize(10).doesNotContain(old.get(3));
        assertThat(Path.of(old.get(3).path())).exists();
    }

    @Test
    void a_plan_for_a_live_file_removes_nothing_of_the_table() throws IOException {
        String live = livePaths().get(0);
        Path file = table.resolve(live);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(90))));
        MaintenancePlan plan = plan();
        RemovedFile wrong = new RemovedFile(
                file.toString(),
                dev.sluice.core.store.Bytes.of(Files.size(file)),
                Files.getLastModifiedTime(file).toInstant());
        Step.Remove step = new Step.Remove(List.of(wrong), Instant.now());

        Removal account = pass.format
                .changer()
                .remove(Overdue.approved(plan), step, pass.passage())
                .removal()
                .orElseThrow();

        assertThat(account.deleted()).isEmpty();
        assertThat(file).exists();
    }

    @Test
    void a_file_that_only_a_log_compaction_adds_is_kept_for_readers_that_go_by_it() throws IOException {
        Path copy = TestTables.copyOf("delta/kernelrs__compacted-log-files-table", folder.resolve("copy"));
        DeltaPass later = new DeltaPass(Location.local(copy), Clock.offset(Clock.systemUTC(), Duration.ofDays(365)));
        Set<String> added = new TreeSet<>();
        for (String compaction : List.of(
                "00000000000000000000.00000000000000000005.compacted.json",
                "00000000000000000006.00000000000000000015.compacted.json")) {
            for (String line : Files.readAllLines(copy.resolve("_delta_log").resolve(compaction))) {
                JsonNode path = new ObjectMapper().readTree(line).path("add").path("path");
                if (!path.isMissingNode()) {
                    added.add(path.asText());
                }
            }
        }

        assertThat(added).isNotEmpty();
        assertThat(later.leftovers().eligible())
                .extracting(file -> file.location().name())
                .doesNotContainAnyElementsOf(added)
                .isNotEmpty();
    }

    private void refuses(MaintenancePlan plan, String why) {
        assertThatThrownBy(() -> remove(plan))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNSAFE))
                .hasMessageContaining(why);
        assertThat(old).allSatisfy(file -> assertThat(Path.of(file.path())).exists());
    }

    private MaintenancePlan plan() {
        return pass.planRemoval();
    }

    private static List<RemovedFile> list(MaintenancePlan plan) {
        return ((Step.Remove) plan.steps().get(0)).files();
    }

    private Removal remove(MaintenancePlan plan) {
        return pass.remove(plan);
    }

    private Leftovers leftovers() {
        return pass.leftovers();
    }

    private List<String> livePaths() {
        try (Stream<dev.sluice.core.table.DataFile> files =
                pass.format.inspect(pass.table).files()) {
            return files.map(f -> f.path()).toList();
        }
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(table)) {
            return all.filter(Files::isRegularFile)
                    .map(f -> table.relativize(f).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private Set<String> names(List<Location> locations) {
        return locations.stream().map(location::relativize).collect(Collectors.toCollection(TreeSet::new));
    }
}
