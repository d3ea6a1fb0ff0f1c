/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fault.Nearest;
import dev.sluice.storage.s3.S3Storage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the owner configured.
 *
 * @param file the file it was read from, as a message names it; empty where there is none
 * @param catalogs by name
 * @param storage in the order of the file; of those that hold a location the longest prefix counts
 * @param gates by name
 * @param patience for how long a run waits for an answer
 * @param prices empty where the owner gave none, so that nothing is said of money
 * @param state where the state lives, empty where the file does not say
 */
public record Config(
        Optional<String> file,
        Map<String, Catalog> catalogs,
        List<S3Storage> storage,
        Map<String, ConfiguredGate> gates,
        Patience patience,
        Optional<Prices> prices,
        Optional<String> state) {

    /** What holds where there is no file. */
    public static final Config NONE = new Config(
            Optional.empty(), Map.of(), List.of(), Map.of(), Patience.DEFAULT, Optional.empty(), Optional.empty());

    public Config {
        storage = List.copyOf(storage);
    }

    /** True if a word names a gate. */
    public boolean hasGate(String word) {
        return gates.containsKey(word);
    }

    /**
     * The gate of a name.
     *
     * @throws GateException with {@code USAGE}, naming the nearest one or all
     */
    public ConfiguredGate gate(String name) {
        ConfiguredGate gate = gates.get(name);
        if (gate == null) {
            throw new GateException(Fault.USAGE, name, noGate(name));
        }
        return gate;
    }

    /** A sentence on a word that names no gate. */
    public String noGate(String word) {
        if (gates.isEmpty()) {
            return file.map(path -> "There is no gate of that name; %s has none.".formatted(path))
                    .orElse("There is no gate of that name, as there is no configuration file.");
        }
        return Nearest.to(word, gates.keySet())
                .map(near -> "There is no gate of that name; the nearest is %s.".formatted(near))
                .orElseGet(() ->
                        "There is no gate of that name; there is %s.".formatted(String.join(", ", gates.keySet())));
    }
}
