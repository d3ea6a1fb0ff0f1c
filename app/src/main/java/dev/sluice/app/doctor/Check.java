/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.doctor;

import dev.sluice.core.fault.GateException;

/**
 * One thing that was looked at.
 *
 * @param text how it is, a full sentence
 * @param remedy what to do about it, a full sentence; empty where nothing is to be done
 */
public record Check(String name, Result result, String text, String remedy) {

    /** How it is. */
    public enum Result {
        OK,
        /** A run would be refused, or would fail. */
        MISSING,
        /** It cannot be told without changing something, or without a permission that is not there. */
        UNKNOWN
    }

    static Check ok(String name, String text) {
        return new Check(name, Result.OK, text, "");
    }

    static Check missing(String name, String text, String remedy) {
        return new Check(name, Result.MISSING, text, remedy);
    }

    static Check missing(String name, GateException refusal) {
        return missing(
                name,
                "%s: %s".formatted(refusal.subject(), refusal.reason()),
                refusal.fault().remedy());
    }

    static Check notWritable(String name, String text) {
        return missing(name, text, "Assessing needs no more. For all else let the user of this process write there.");
    }

    static Check unknown(String name, String text, String remedy) {
        return new Check(name, Result.UNKNOWN, text, remedy);
    }
}
