/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import java.util.ArrayList;
import java.util.List;

/** A configuration in words: each setting with where it came from, or each mistake with its place. */
final class ConfigText {

    private ConfigText() {}

    /** What is in force. */
    static List<String> inForce(ConfigFile file) {
        List<List<String>> rows = new ArrayList<>();
        file.inForce().forEach(each -> rows.add(List.of(each.key(), each.value(), each.origin())));
        return Words.columns(rows);
    }

    static List<String> connections(List<Connection> connections) {
        List<List<String>> rows = new ArrayList<>();
        connections.forEach(each -> rows.add(List.of(
                each.isMade() ? "ok" : "failed", each.what(), each.obstacle().orElse(each.told()))));
        return Words.columns(rows);
    }

    /** How it stands with the file as a whole. */
    static String conclusion(ConfigFile file) {
        if (!file.problems().isEmpty()) {
            int count = file.problems().size();
            return "%s %s wrong with %s."
                    .formatted(count == 1 ? "One thing" : count + " things", count == 1 ? "is" : "are", file.name());
        }
        Config config = file.orRefusal();
        return "Nothing is wrong with %s: %s, %s, %s."
                .formatted(
                        file.name(),
                        Words.count(config.gates().size(), "gate"),
                        Words.count(config.storage().size(), "storage"),
                        Words.count(config.catalogs().size(), "catalog"));
    }
}
