/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sluice's command {@code run}, carried out by the packed product in its own process, on the tables of a lake. */
final class SluiceRuns implements AutoCloseable {

    private final SluiceProcess process;
    private final Path configuration;
    private final Path state;
    private final ObjectMapper json = new ObjectMapper();

    private SluiceRuns(SluiceProcess process, Path configuration, Path state) {
        this.process = process;
        this.configuration = configuration;
        this.state = state;
    }

    /**
     * What a run reported.
     *
     * @param said what was said besides, in one line
     */
    record Report(int exit, JsonNode json, String said) {

        String status() {
            return json.path("status").asText("");
        }

        JsonNode outputs() {
            return json.path("outputs");
        }

        /** Why something was left as it is, or refused; empty where nothing was. */
        String why() {
            List<String> reasons = new ArrayList<>();
            json.path("plan")
                    .path("left_alone")
                    .forEach(left -> reasons.add(left.path("text").asText()));
            json.path("reasons").forEach(reason -> {
                if (reason.path("urgency").asText().equals("EXCUSED")) {
                    reasons.add(reason.path("text").asText());
                }
            });
            JsonNode error = json.path("error");
            if (error.isObject()) {
                reasons.add(error.path("fault").asText() + " "
                        + error.path("reason").asText());
            }
            return String.join(" ", reasons);
        }

        @Override
        public String toString() {
            return "exit %d, %s %s".formatted(exit, json, said);
        }
    }

    /** @param own a folder for what this process alone writes besides tables */
    static SluiceRuns start(Path scratch, Path own) throws IOException {
        Path configuration = own.resolve("sluice.yaml");
        Files.writeString(configuration, """
                catalogs:
                  %s:
                    type: hadoop
                    warehouse: %s
                  %s:
                    type: jdbc
                    uri: %s
                """.formatted(
                        Recipe.Catalog.FOLDERS.word(),
                        SparkLake.folders(scratch),
                        Recipe.Catalog.DATABASE.word(),
                        SparkLake.database(scratch)));
        return new SluiceRuns(SluiceProcess.start(CliOnRequest.class), configuration, own.resolve("state"));
    }

    /** Takes a table through the gate, with everything that is due counted as due. */
    Report run(String address, int daysAhead, List<String> inputs) throws IOException {
        List<String> request = new ArrayList<>(List.of(
                Integer.toString(daysAhead),
                "run",
                address,
                "--json",
                "--config=" + configuration,
                "--state=" + state,
                "--set=take-over=true",
                "--set=max-deleted-rows-percent=1"));
        inputs.forEach(input -> request.add("--set=" + input));
        String[] answer = process.ask(String.join("\t", request)).split("\t", -1);
        return new Report(Integer.parseInt(answer[0]), json.readTree(answer[1]), answer[2]);
    }

    @Override
    public void close() {
        process.close();
    }
}
