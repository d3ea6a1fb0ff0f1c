/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * One figure of Sluice's beside a peer's.
 *
 * @param ratio Sluice's figure as a part of the peer's
 * @param target the ratio that must not be exceeded, if one was set
 * @param met null where there is no target
 */
@JsonPropertyOrder({"bench", "shape", "measure", "peer", "sluice", "peer_value", "ratio", "target", "met"})
record Figure(
        String bench,
        String shape,
        String measure,
        String peer,
        double sluice,
        @JsonProperty("peer_value") double peerValue,
        double ratio,
        @Nullable Double target,
        @Nullable Boolean met) {

    static Figure of(
            String bench,
            String shape,
            String measure,
            String peer,
            double sluice,
            double peerValue,
            @Nullable Double target) {
        double ratio = sluice / peerValue;
        return new Figure(
                bench, shape, measure, peer, sluice, peerValue, ratio, target, target == null ? null : ratio <= target);
    }
}
