/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;
import java.util.List;

/**
 * Manifests of a version that are so many and so small that rewriting them into fewer pays.
 *
 * @param manifests those that the version has
 * @param toCome those that the commits which come before the rewrite will add
 * @param target the size that a manifest should have
 */
public record SmallManifests(List<Manifest> manifests, int toCome, Bytes target) {

    public SmallManifests {
        manifests = List.copyOf(manifests);
    }
}
