/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.fault.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A section that was read, setting by setting. */
public final class Fields {

    /** So many keys are told where none of them is near. */
    private static final int LISTED = 12;

    private final Value section;
    private final Reader reader;
    private final Map<String, Value.Entry> given = new HashMap<>();
    private final Map<String, Object> read = new HashMap<>();
    private final List<Value.Entry> others = new ArrayList<>();
    private final Set<String> refused = new HashSet<>();

    Fields(Value section, Reader reader) {
        this.section = section;
        this.reader = reader;
    }

    /** Sorts what was given by the settings that are known; the rest is kept apart. */
    void sort(List<Setting<?>> settings, Map<String, String> removed) {
        for (Value.Entry entry : section.entries()) {
            Optional<Setting<?>> setting = settings.stream()
                    .filter(s -> s.isNamed(entry.key()) || s.wasNamed(entry.key()))
                    .findFirst();
            String why = removed.get(Setting.plain(entry.key()));
            if (setting.isPresent()) {
                put(setting.get(), entry);
            } else if (why != null) {
                problem(
                        entry,
                        "%s is not read here: %s.".formatted(entry.value().path(), why));
            } else {
                others.add(entry);
            }
        }
    }

    private void put(Setting<?> setting, Value.Entry entry) {
        Value.Entry before = given.putIfAbsent(setting.name(), entry);
        if (before != null) {
            if (before.key().equals(entry.key())) {
                refuseRepeated(entry, before.place());
            } else {
                problem(
                        entry,
                        "%s%s and %s are the same setting; give only one of them."
                                .formatted(
                                        section.path().isEmpty() ? "" : section.path() + ": ",
                                        before.key(),
                                        entry.key()));
            }
            return;
        }
        if (setting.wasNamed(entry.key())) {
            reader.warn(
                    entry.place(),
                    entry.value().path(),
                    "%s is now called %s.".formatted(entry.value().path(), setting.name()));
        }
        read(setting, entry);
    }

    private void read(Setting<?> setting, Value.Entry entry) {
        Optional<?> value = setting.shape().read(entry.value(), reader);
        if (value.isPresent()) {
            read.put(setting.name(), value.get());
        } else {
            refused.add(setting.name());
        }
    }

    /** Refuses the keys that nobody knows, each with the nearest that somebody does. */
    void refuseOthers(List<String> known) {
        others.forEach(entry -> refuseUnknown(entry, known));
    }

    /** Refuses a key that nobody knows, with the nearest that somebody does. */
    public void refuseUnknown(Value.Entry entry, List<String> known) {
        String path = entry.value().path();
        problem(
                entry,
                Nearest.to(entry.key(), known)
                        .map(near -> "%s is not known; the nearest known key is %s.".formatted(path, near))
                        .orElseGet(() -> known.size() > LISTED
                                ? "%s is not known; `sluice config schema` lists what is.".formatted(path)
                                : "%s is not known; known are %s.".formatted(path, String.join(", ", known))));
    }

    /** Refuses a key that was given before. */
    public void refuseRepeated(Value.Entry entry, Place before) {
        problem(entry, "%s is given already in line %d.".formatted(entry.value().path(), before.line()));
    }

    /** The text of an entry that no setting took, with what stands in for a part of it replaced. */
    public Optional<String> text(Value.Entry entry) {
        if (entry.value().kind() != Value.Kind.TEXT) {
            reader.wrongKind(entry.value(), "one value");
            return Optional.empty();
        }
        return reader.plain(entry.value());
    }

    private void problem(Value.Entry entry, String text) {
        reader.problem(entry.place(), entry.value().path(), text);
    }

    /** True if nothing is missing that the section cannot do without; what is missing is a problem. */
    boolean isComplete(List<Setting<?>> settings) {
        boolean complete = true;
        for (Setting<?> setting : settings) {
            if (setting.required() && !read.containsKey(setting.name())) {
                complete = false;
                if (!refused.contains(setting.name())) {
                    reader.problem(
                            section.place(), section.path(), "%s is missing.".formatted(section.below(setting.name())));
                }
            } else if (!given.containsKey(setting.name())) {
                setting.shownFallback()
                        .ifPresent(shown -> reader.note(section.below(setting.name()), shown, "default"));
            }
        }
        return complete;
    }

    /** What was given for a setting; empty where nothing was, or nothing that can be read. */
    @SuppressWarnings("unchecked") // Put there by the setting's own shape.
    public <T> Optional<T> given(Setting<T> setting) {
        return Optional.ofNullable((T) read.get(setting.name()));
    }

    /** What was given for a setting that has a default or is required, or the default. */
    public <T> T value(Setting<T> setting) {
        return given(setting).or(setting::fallback).orElseThrow();
    }

    /** True if something was given for a setting, be it right or wrong. */
    public boolean mentions(Setting<?> setting) {
        return given.containsKey(setting.name());
    }

    /** What is written for a setting, be it right or wrong; empty where nothing is, or no text. */
    public Optional<String> written(Setting<?> setting) {
        return Optional.ofNullable(given.get(setting.name()))
                .map(Value.Entry::value)
                .filter(value -> value.kind() == Value.Kind.TEXT)
                .map(Value::text);
    }

    /** The entries that no setting took. */
    public List<Value.Entry> others() {
        return List.copyOf(others);
    }

    /** Where a setting was given, else where the section begins. */
    public Place place(Setting<?> setting) {
        Value.Entry entry = given.get(setting.name());
        return entry == null ? section.place() : entry.value().place();
    }

    /** Says what is wrong with a setting beside others. */
    public void refuse(Setting<?> setting, String text) {
        reader.problem(place(setting), section.below(setting.name()), text);
    }

    /** Refuses a setting that has no meaning beside what another one says. */
    public void refuseBeside(Setting<?> setting, Setting<?> other, String said) {
        if (mentions(setting)) {
            refuse(
                    setting,
                    "%s has no meaning beside %s %s.".formatted(section.below(setting.name()), other.name(), said));
        }
    }

    /** Demands a setting because of what another one says; true if it can be used. */
    public boolean requires(Setting<?> setting, Setting<?> other, String said) {
        if (!mentions(setting)) {
            refuse(
                    setting,
                    "%s is missing; %s %s needs it.".formatted(section.below(setting.name()), other.name(), said));
        }
        return read.containsKey(setting.name());
    }

    /** Makes something that may refuse what was given, by the key of the setting; empty, with a problem, where it does. */
    public <T> Optional<T> attempt(Supplier<T> making) {
        try {
            return Optional.of(making.get());
        } catch (GateException e) {
            String key = e.subject().substring(e.subject().lastIndexOf('.') + 1);
            Optional<Value.Entry> entry = Optional.ofNullable(given.get(key));
            Place place = entry.map(each -> each.value().place()).orElse(section.place());
            String path = entry.isPresent() ? section.below(key) : section.path();
            reader.problem(place, path, "%s: %s".formatted(path, e.reason()));
        } catch (IllegalArgumentException e) {
            reader.problem(section.place(), section.path(), "%s: %s.".formatted(section.path(), e.getMessage()));
        }
        return Optional.empty();
    }

    /** Says what of a setting works and is not as it should be. */
    public void warn(Setting<?> setting, String text) {
        reader.warn(place(setting), section.below(setting.name()), text);
    }

    public Value section() {
        return section;
    }

    public Reader reader() {
        return reader;
    }
}
