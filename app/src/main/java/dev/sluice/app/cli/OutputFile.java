/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a command writes beside what it says. Where it cannot be written is found before the work is done. */
record OutputFile(Path path, String content) {

    /**
     * @param content what is to be written, as in "The plan cannot be written there"
     */
    static OutputFile at(Path path, String content) {
        OutputFile file = new OutputFile(path, content);
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw file.refusal("There is no such folder.");
        }
        if (Files.isDirectory(path)) {
            throw file.refusal("It is a folder.");
        }
        return file;
    }

    void write(String text) {
        try {
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new GateException(
                    Fault.STORAGE, path.toString(), "The %s cannot be written there: %s.".formatted(content, e), e);
        }
    }

    private GateException refusal(String why) {
        return new GateException(
                Fault.STORAGE, path.toString(), "The %s cannot be written there. %s".formatted(content, why));
    }
}
