/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import org.jspecify.annotations.Nullable;

/** Who lends keys or signs requests did not do so this time: the request itself was never sent. */
public final class AccessNotGranted extends RuntimeException {

    private final boolean mayPass;

    /**
     * @param reason a full sentence, without a secret
     * @param mayPass whether asking again can help
     */
    public AccessNotGranted(String reason, boolean mayPass, @Nullable Throwable cause) {
        super(reason, cause);
        this.mayPass = mayPass;
    }

    boolean mayPass() {
        return mayPass;
    }
}
