/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.StepRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a person sees while a run goes, and what a log does. */
class ProgressTest {

    private static final String CLEAR = "\r\u001b[K";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private String shown(boolean terminal, boolean keepsLines) {
        Progress progress = new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, keepsLines);
        assertThat(progress.current()).isNull();
        progress.begins("compact");
        assertThat(progress.current()).isEqualTo("compact");
        progress.progress("files", 12, 36);
        progress.progress("files", 12, 36);
        progress.ends(new StepRecord(
                "compact",
                StepRecord.Outcome.DONE,
                Instant.EPOCH,
                Duration.ofMillis(1260),
                "Compacted 36 files into 3."));
        assertThat(progress.current()).isNull();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void draws_one_line_over_and_over_on_a_terminal_and_leaves_it_when_the_step_has_ended() {
        assertThat(shown(true, true).replace(System.lineSeparator(), "\n"))
                .isEqualTo(CLEAR + "compact ..." + CLEAR + "compact ... 12 of 36 files (33%)" + CLEAR
                        + "compact: Compacted 36 files into 3. (1.3 s)\n");
    }

    @Test
    void leaves_no_line_where_the_result_is_told_anyway() {
        assertThat(shown(true, false)).endsWith("(33%)" + CLEAR);
    }

    @Test
    void writes_one_line_a_step_into_a_log() {
        assertThat(shown(false, true)).isEqualToNormalizingNewlines("compact: Compacted 36 files into 3. (1.3 s)\n");
    }

    @Test
    void says_nothing_of_a_demo_into_a_log() {
        assertThat(shown(false, false)).isEmpty();
    }

    @Test
    void writes_bytes_as_a_person_reads_them_and_makes_room_for_a_question() {
        Progress progress = new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), true, true);
        progress.begins("compact");
        progress.progress("bytes", 1536, 3 * 1024 * 1024);
        progress.makeRoom();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("compact ... 1.5 KiB of 3.0 MiB (0%)" + CLEAR);
    }

    @Test
    void does_not_divide_by_a_total_that_nobody_knows() {
        Progress progress = new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), true, true);
        progress.begins("list");
        progress.progress("files", 5, 0);

        assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("list ... 5 files");
    }
}
