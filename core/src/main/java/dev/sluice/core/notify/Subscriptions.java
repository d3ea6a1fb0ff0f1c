/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who is told of which gate's runs. */
public final class Subscriptions {

    public static final Subscriptions NOBODY = new Subscriptions(Map.of());

    private final Map<String, List<Subscription>> ofGates;

    /** @param ofGates by the gate's name; a gate that is not in it tells nobody */
    public Subscriptions(Map<String, List<Subscription>> ofGates) {
        this.ofGates = Map.copyOf(ofGates);
    }

    public List<Subscription> of(String gate) {
        return ofGates.getOrDefault(gate, List.of());
    }

    /** All that anybody is told by, each once. */
    public Collection<Notifier> notifiers() {
        Map<String, Notifier> byName = new LinkedHashMap<>();
        ofGates.values().stream()
                .flatMap(List::stream)
                .map(Subscription::notifier)
                .forEach(notifier -> byName.putIfAbsent(notifier.name(), notifier));
        return byName.values();
    }
}
