/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.secret;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Something that nobody but its user may see. It is known by its reference, such as {@code ${env:SLACK_WEBHOOK_URL}} or
 * {@code ${file:/run/secrets/key}}, and only the reference is ever printed, stored or compared. The value is read anew at
 * each use, so that one that is replaced while the program runs is seen, and so that none lies in memory meanwhile.
 */
public final class Secret {

    private final String reference;
    private final Supplier<String> source;

    /**
     * @param reference what the owner wrote in place of the value
     * @param source reads the value; throws {@link dev.sluice.core.fault.GateException} with {@code CONFIG_INVALID} and the
     *     reference as its subject where there is none
     */
    public Secret(String reference, Supplier<String> source) {
        this.reference = Objects.requireNonNull(reference);
        this.source = Objects.requireNonNull(source);
    }

    /** The value; only for whoever hands it on to where it is meant for. */
    public String reveal() {
        return source.get();
    }

    @JsonValue
    public String reference() {
        return reference;
    }

    /** Equal references name the same secret. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && reference.equals(secret.reference);
    }

    @Override
    public int hashCode() {
        return reference.hashCode();
    }

    @Override
    public String toString() {
        return reference;
    }
}
