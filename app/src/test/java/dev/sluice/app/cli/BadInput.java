/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.storage.LocalStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every refusal of a bad input is: one line that names the place and says why and what to do, with an exit code of its
 * own, the same for programs, without a word of where in the code it was noticed, and with nothing changed.
 */
abstract class BadInput {

    @TempDir
    Path folder;

    /** A table of forty small commits in a folder. */
    Path writeDemo(String name) {
        Path table = folder.resolve(name);
        new DeltaDemo(new LocalStore(), Clock.systemUTC()).write(Location.local(table), committed -> {});
        return table;
    }

    Terminal terminal(Store store) {
        Terminal terminal = new Terminal(folder, new RealParts(store));
        terminal.now = Instant.now();
        return terminal;
    }

    /** Refused by a look at a table: one line, and nothing on standard output. */
    void refused(Store store, Fault fault, String place, String why, String... args) {
        Map<String, String> before = Lake.snapshot(folder);

        Terminal.Ending people = terminal(store).run(args);
        String[] withJson = Arrays.copyOf(args, args.length + 1);
        withJson[args.length] = "--json";
        Terminal.Ending programs = terminal(store).run(withJson);

        assertThat(people.exit()).as(people.transcript()).isEqualTo(fault.exitCode());
        assertThat(people.out()).isEmpty();
        assertThat(people.err())
                .startsWith(place + ": ")
                .contains(why)
                .endsWith(fault.remedy() + "\n")
                .hasLineCount(1);
        isForItsOwner(people.err());
        JsonNode error = Json.only(programs).path("error");
        assertThat(programs.exit()).isEqualTo(fault.exitCode());
        assertThat(error.path("fault").asText()).isEqualTo(fault.name());
        assertThat(error.path("subject").asText()).isEqualTo(place);
        assertThat(error.path("reason").asText()).contains(why);
        assertThat(error.path("remedy").asText()).isEqualTo(fault.remedy());
        assertThat(Lake.snapshot(folder)).isEqualTo(before);
    }

    /** Failed in a run: what went wrong in one line, and in the next one where the run stopped and what is committed. */
    void failed(Store store, Fault fault, String place, String why, String... args) {
        Map<String, String> before = Lake.snapshot(folder);

        Terminal.Ending ending = terminal(store).run(args);

        assertThat(ending.exit()).as(ending.transcript()).isEqualTo(fault.exitCode());
        List<String> lines = ending.err().lines().toList();
        assertThat(lines)
                .as(ending.err())
                .filteredOn(line -> line.contains(why))
                .hasSize(1);
        int first = lines.indexOf(
                lines.stream().filter(line -> line.contains(why)).findFirst().orElseThrow());
        assertThat(lines.get(first)).startsWith(place).endsWith(fault.remedy());
        assertThat(lines.get(first + 1)).startsWith("Run ").contains("Nothing was committed");
        isForItsOwner(ending.err());
        assertThat(Lake.snapshot(folder)).isEqualTo(before);
    }

    private static void isForItsOwner(String text) {
        assertThat(text).doesNotContain("Exception", "\tat ", "dev.sluice", "null");
    }
}
