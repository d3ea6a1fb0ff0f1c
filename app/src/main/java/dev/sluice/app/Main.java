/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

/** The program's entry. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.err.println("sluice: there are no commands yet.");
        System.exit(64);
    }
}
