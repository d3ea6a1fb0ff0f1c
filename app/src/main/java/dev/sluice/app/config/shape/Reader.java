/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.secret.Secret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads one file: keeps everything that is wrong with it, to be told at once, and where each setting came from. */
public final class Reader {

    private final References references;
    private final boolean triesSecrets;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final List<InForce> inForce = new ArrayList<>();

    /**
     * @param triesSecrets whether a secret that cannot be read is a problem already now, and not only at its use
     */
    public Reader(References references, boolean triesSecrets) {
        this.references = references;
        this.triesSecrets = triesSecrets;
    }

    /** Reads a text by a shape; empty where it is no YAML or lacks what is required. */
    public <T> Optional<T> read(String text, String file, Shape<T> shape) {
        return YamlText.parse(text, file, this).flatMap(value -> shape.read(value, this));
    }

    /** The text of a setting, with what stands in for a part of it replaced. */
    Optional<String> plain(Value value) {
        try {
            return Optional.of(References.areIn(value.text()) ? references.plain(value.text()) : value.text());
        } catch (IllegalArgumentException e) {
            refuse(value, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The secret that a value refers to. */
    Optional<Secret> secret(Value value) {
        try {
            Secret secret = references.secret(value.text(), value.place());
            if (triesSecrets) {
                secret.reveal();
            }
            return Optional.of(secret);
        } catch (IllegalArgumentException e) {
            hush(value, String.valueOf(e.getMessage()));
        } catch (GateException e) {
            problem(value.place(), value.path(), "%s is %s. %s".formatted(value.path(), value.text(), e.reason()));
        }
        return Optional.empty();
    }

    /** A secret that nobody wrote down, at the place of the setting that asks for it. */
    public Secret secret(String reference, Place place) {
        return references.secret(reference, place);
    }

    /** True if a reference stands for something by now. */
    public boolean isThere(String reference) {
        try {
            return !references.plain(reference).isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Refuses a value, naming it. */
    public void refuse(Value value, String why) {
        refuse(value.place(), value.path(), value.text(), why);
    }

    /**
     * Refuses a setting, naming its value.
     *
     * @param written the value as it is written in the file
     */
    public void refuse(Place place, String path, String written, String why) {
        boolean refers = References.areIn(written);
        String shown = refers ? written : "\"" + written + "\"";
        add(new Problem(place, path, Optional.of(written), "%s is %s; %s.".formatted(path, shown, why)));
    }

    /** Refuses a value without repeating it. */
    void hush(Value value, String why) {
        problem(value.place(), value.path(), "%s: %s.".formatted(value.path(), why));
    }

    void wrongKind(Value value, String expected) {
        String path = value.path().isEmpty() ? "The file" : value.path();
        problem(value.place(), value.path(), "%s is %s; it must be %s.".formatted(path, value.kind(), expected));
    }

    public void problem(Place place, String path, String text) {
        add(new Problem(place, path, Optional.empty(), text));
    }

    /** What many inherit is wrong once. */
    private void add(Problem problem) {
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    public void warn(Place place, String path, String text) {
        warnings.add(new Problem(place, path, Optional.empty(), text));
    }

    public void note(String path, String value, String origin) {
        inForce.add(new InForce(path, value, origin));
    }

    /** Notes a setting as it is written at a place. */
    public void note(String path, String written, Place place) {
        note(path, written, References.areIn(written) ? place + ", by reference" : place.toString());
    }

    void note(Value value) {
        note(value.path(), value.text(), value.place());
    }

    /** What is wrong, in the order of the file. */
    public List<Problem> problems() {
        return problems.stream().sorted(Comparator.comparing(Problem::place)).toList();
    }

    /** What works and is not as it should be, in the order of the file. */
    public List<Problem> warnings() {
        return warnings.stream().sorted(Comparator.comparing(Problem::place)).toList();
    }

    /** What is in force, in the order of the keys. */
    public List<InForce> inForce() {
        return inForce.stream().sorted(Comparator.comparing(InForce::key)).toList();
    }
}
