/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import dev.sluice.app.config.shape.Problem;
import java.util.List;

/** A configuration as JSON: what is in force, what is wrong and where, what could be reached. */
final class ConfigJson {

    private ConfigJson() {}

    static ObjectNode of(ConfigFile file, List<Connection> connections) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("file", file.name());
        json.put("sound", file.problems().isEmpty());
        told(json.putArray("problems"), file.problems());
        told(json.putArray("warnings"), file.warnings());
        ArrayNode settings = json.putArray("settings");
        file.inForce().stream()
                .filter(each -> file.problems().isEmpty())
                .forEach(each -> settings.addObject()
                        .put("key", each.key())
                        .put("value", each.value())
                        .put("origin", each.origin()));
        if (!connections.isEmpty()) {
            ArrayNode tried = json.putArray("connections");
            connections.forEach(each -> tried.addObject()
                    .put("what", each.what())
                    .put("reached", each.isMade())
                    .put("text", each.obstacle().orElse(each.told())));
        }
        return json;
    }

    private static void told(ArrayNode array, List<Problem> problems) {
        for (Problem problem : problems) {
            ObjectNode json = array.addObject();
            json.put("file", problem.place().file());
            json.put("line", problem.place().line());
            json.put("column", problem.place().column());
            json.put("key", problem.key());
            problem.value().ifPresent(value -> json.put("value", value));
            json.put("text", problem.text());
        }
    }
}
