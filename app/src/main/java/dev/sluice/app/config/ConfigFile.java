/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.InForce;
import dev.sluice.app.config.shape.Problem;
import dev.sluice.app.config.shape.Reader;
import dev.sluice.app.config.shape.References;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A configuration file that was read.
 *
 * @param config empty where something is wrong with it
 * @param problems all that is wrong, in the order of the file
 * @param warnings what works and is not as it should be
 * @param inForce every setting that was given or has a default, with where it came from
 */
public record ConfigFile(
        String name, Optional<Config> config, List<Problem> problems, List<Problem> warnings, List<InForce> inForce) {

    /** The file that is read where none is named. */
    public static final String USUAL = "sluice.yaml";

    private static final String NOT_ALLOWED = "The user this process runs as may not read it.";

    /**
     * Reads a file.
     *
     * @param name how messages name it
     * @param environment what references to it stand for
     * @param triesSecrets whether a secret that cannot be read is a problem already now, and not only at its use
     * @throws GateException with {@code CONFIG_INVALID} if there is no such file
     */
    public static ConfigFile read(Path path, String name, Map<String, String> environment, boolean triesSecrets) {
        Path folder = path.toAbsolutePath().getParent();
        Reader reader = new Reader(new References(environment, folder == null ? path : folder), triesSecrets);
        Optional<Config> config = reader.read(text(path, name), name, ConfigShape.shape());
        List<Problem> problems = reader.problems();
        return new ConfigFile(
                name, problems.isEmpty() ? config : Optional.empty(), problems, reader.warnings(), reader.inForce());
    }

    private static String text(Path path, String name) {
        if (!Files.isRegularFile(path)) {
            throw new GateException(Fault.CONFIG_INVALID, name, whyNoFile(path));
        }
        try {
            return Files.readString(path);
        } catch (CharacterCodingException e) {
            throw new GateException(Fault.CONFIG_INVALID, name, "This is not a text file in UTF-8.", e);
        } catch (AccessDeniedException e) {
            throw new GateException(Fault.CONFIG_INVALID, name, NOT_ALLOWED, e);
        } catch (IOException e) {
            throw new GateException(Fault.CONFIG_INVALID, name, "The file cannot be read: %s.".formatted(e), e);
        }
    }

    private static String whyNoFile(Path path) {
        if (Files.exists(path)) {
            return "This is not a file.";
        }
        return Files.notExists(path) ? "There is no such configuration file." : NOT_ALLOWED;
    }

    /**
     * What the owner configured.
     *
     * @throws GateException with {@code CONFIG_INVALID}, naming everything that is wrong with it
     */
    public Config orRefusal() {
        return config.orElseThrow(() -> new GateException(Fault.CONFIG_INVALID, name, told()));
    }

    private String told() {
        if (problems.isEmpty()) {
            return "It cannot be read.";
        }
        if (problems.size() == 1) {
            return "%s (line %d, column %d)"
                    .formatted(
                            problems.get(0).text(),
                            problems.get(0).place().line(),
                            problems.get(0).place().column());
        }
        return "%d things are wrong with it.%s%n"
                .formatted(
                        problems.size(),
                        problems.stream().map(each -> "\n  " + each).collect(Collectors.joining()));
    }
}
