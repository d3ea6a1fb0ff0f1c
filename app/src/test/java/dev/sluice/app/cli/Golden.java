/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text that a file of the project holds: compared exactly, or written anew with {@code -Dsluice.docs=write}. */
final class Golden {

    private static final Path ROOT = Path.of(System.getProperty("sluice.root", ".."));

    private Golden() {}

    static void holds(String name, String text) {
        compare(ROOT.resolve("app/src/test/resources/golden").resolve(name), text);
    }

    static void document(String path, String text) {
        compare(ROOT.resolve(path), text);
    }

    private static boolean holds(Path file, String text) throws IOException {
        return Files.exists(file) && Files.readString(file).equals(text);
    }

    private static void compare(Path file, String text) {
        try {
            if (System.getProperty("sluice.docs", "").equals("write") && !holds(file, text)) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            }
            assertThat(text).as("%s; `./dev docs` writes it anew", file).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
