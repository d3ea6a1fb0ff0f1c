/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.e2e.PackedProduct.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first command, on the packed product. */
class DemoTest {

    @TempDir
    Path home;

    @BeforeEach
    void the_product_is_packed() {
        PackedProduct.mustBeThere();
    }

    @Test
    void shows_forty_files_become_one_in_the_machines_voice() throws Exception {
        Result demo = PackedProduct.sluice(home, "demo", "--json");

        assertThat(demo.exit()).as(demo.err()).isZero();
        JsonNode report = new ObjectMapper().readTree(demo.out());
        JsonNode outputs = report.get("outputs");
        assertThat(report.get("status").asText()).isEqualTo("COMPACTED");
        assertThat(outputs.get("assess").get("files").asInt()).isEqualTo(40);
        assertThat(outputs.get("assess").get("small_files").asInt()).isEqualTo(40);
        assertThat(outputs.get("compact").get("files_removed").asInt()).isEqualTo(40);
        assertThat(outputs.get("compact").get("files_added").asInt()).isEqualTo(1);
        assertThat(outputs.get("vacuum").get("unreferenced_files").asInt()).isEqualTo(40);
        assertThat(outputs.get("vacuum").get("eligible_files").asInt()).isZero();
        assertThat(outputs.get("vacuum").get("deleted_files").asInt()).isZero();
        assertThat(outputs.get("verify").get("rows_after").asInt()).isEqualTo(4000);
        assertThat(outputs.get("verify").get("verification_passed").asBoolean()).isTrue();
    }

    @Test
    void shows_an_iceberg_table_of_which_only_the_degraded_partitions_are_rewritten() throws Exception {
        Result demo = PackedProduct.sluice(home, "demo", "iceberg", "--json");

        assertThat(demo.exit()).as(demo.err()).isZero();
        JsonNode report = new ObjectMapper().readTree(demo.out());
        JsonNode outputs = report.get("outputs");
        assertThat(report.get("status").asText()).isEqualTo("COMPACTED");
        assertThat(outputs.get("assess").get("total_lakehouse_files").asInt()).isEqualTo(167);
        assertThat(outputs.get("assess").get("total_small_files").asInt()).isEqualTo(119);
        assertThat(outputs.get("assess").get("fragmented_partition_count").asInt())
                .isEqualTo(2);
        assertThat(outputs.get("assess").get("avg_fragmentation_ratio").asDouble())
                .isEqualTo(0.5329);
        assertThat(outputs.get("assess").get("projected_speedup_factor").asDouble())
                .isEqualTo(20.33);
        assertThat(outputs.get("compact").get("files_removed").asInt()).isEqualTo(113);
        assertThat(outputs.get("compact").get("files_added").asInt()).isEqualTo(2);
        assertThat(outputs.get("scorecard").get("small_files_eliminated").asInt())
                .isEqualTo(111);
        assertThat(outputs.get("verify").get("verification_passed").asBoolean()).isTrue();
    }

    @Test
    void shows_forty_files_become_one_in_the_human_voice_and_leaves_nothing_behind() throws Exception {
        Result demo = PackedProduct.sluice(home, "demo");

        assertThat(demo.exit()).as(demo.err()).isZero();
        assertThat(demo.out())
                .contains("40 of 40 files are small")
                .contains("40 unreferenced")
                .contains("0 eligible")
                .contains("0 deleted");
        assertThat(demo.out()).containsPattern("40 files .*into 1");
    }

    @Test
    void a_second_run_on_the_kept_table_does_nothing_and_says_why() throws Exception {
        Path kept = home.resolve("kept");
        Result demo = PackedProduct.sluice(home, "demo", "--keep=" + kept);
        assertThat(demo.exit()).as(demo.err()).isZero();
        Path log = logOf(kept);
        Path table = log.getParent();
        long commits = commits(log);

        Result second = PackedProduct.sluice(home, "run", table.toString());

        assertThat(second.exit()).as(second.err()).isZero();
        assertThat(second.out())
                .containsIgnoringCase("healthy")
                .contains("1 of 1 file is small (100%, limit 50%), fewer than the 10");
        assertThat(commits(log)).isEqualTo(commits).isEqualTo(41);
    }

    @Test
    void assessing_writes_nothing() throws Exception {
        Path kept = home.resolve("kept");
        PackedProduct.sluice(home, "demo", "--keep=" + kept);
        Path table = logOf(kept).getParent();
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));

        Result assess = PackedProduct.sluice(elsewhere, "assess", table.toString(), "--json");

        assertThat(assess.exit()).as(assess.err()).isZero();
        assertThat(new ObjectMapper()
                        .readTree(assess.out())
                        .get("outputs")
                        .get("assess")
                        .get("files")
                        .asInt())
                .isEqualTo(1);
        assertThat(elsewhere.resolve("state")).doesNotExist();
    }

    private static Path logOf(Path kept) throws IOException {
        try (Stream<Path> files = Files.walk(kept)) {
            return files.filter(f -> f.endsWith("_delta_log")).findFirst().orElseThrow();
        }
    }

    private static long commits(Path log) throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(f -> f.toString().endsWith(".json")).count();
        }
    }
}
