/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A mapping with settings that are known.
 *
 * @param <T> what it makes of them
 */
public final class Section<T> implements Shape<T> {

    private final List<Setting<?>> settings;
    private final Map<String, String> removed;
    private final Function<Fields, Optional<T>> maker;
    private final boolean evenIncomplete;

    private Section(
            List<Setting<?>> settings,
            Map<String, String> removed,
            Function<Fields, Optional<T>> maker,
            boolean evenIncomplete) {
        this.settings = List.copyOf(settings);
        this.removed = Map.copyOf(removed);
        this.maker = maker;
        this.evenIncomplete = evenIncomplete;
    }

    /**
     * @param maker may find more that is wrong, and says so to the fields
     */
    public static <T> Section<T> of(List<Setting<?>> settings, Function<Fields, T> maker) {
        return trying(settings, fields -> Optional.of(maker.apply(fields)));
    }

    /**
     * @param maker makes nothing of what is wrong, once it has said so to the fields
     */
    public static <T> Section<T> trying(List<Setting<?>> settings, Function<Fields, Optional<T>> maker) {
        return new Section<>(settings, Map.of(), maker, false);
    }

    /**
     * The same, which also knows a key that was taken away.
     *
     * @param why the rest of a sentence that ends with a full stop there
     */
    public Section<T> without(String key, String why) {
        Map<String, String> all = new HashMap<>(removed);
        all.put(Setting.plain(key), why);
        return new Section<>(settings, all, maker, evenIncomplete);
    }

    /** The same, whose maker is asked too where something required is missing or wrong, so that it can check the rest. */
    public Section<T> evenIncomplete() {
        return new Section<>(settings, removed, maker, true);
    }

    @Override
    public Optional<T> read(Value value, Reader reader) {
        return read(value, reader, Optional.of(settings));
    }

    /** Reads a section some of whose keys are somebody else's: what is not known is left to the maker. */
    public Optional<T> readOpen(Value value, Reader reader) {
        return read(value, reader, Optional.empty());
    }

    private Optional<T> read(Value value, Reader reader, Optional<List<Setting<?>>> only) {
        if (value.kind() != Value.Kind.MAPPING && value.kind() != Value.Kind.NOTHING) {
            reader.wrongKind(value, "a mapping");
            return Optional.empty();
        }
        Fields fields = new Fields(value, reader);
        fields.sort(settings, removed);
        only.ifPresent(known ->
                fields.refuseOthers(known.stream().flatMap(Setting::names).toList()));
        return fields.isComplete(settings) || evenIncomplete ? maker.apply(fields) : Optional.empty();
    }

    @Override
    public String type() {
        return "section";
    }

    @Override
    public List<Setting<?>> settings() {
        return settings;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.node();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = Schemas.node().arrayNode();
        for (Setting<?> setting : settings) {
            setting.names().flatMap(Schemas::spellings).distinct().forEach(name -> {
                ObjectNode property = setting.shape().schema();
                property.put("description", setting.meaning() + ".");
                setting.shownFallback().ifPresent(shown -> property.put("default", shown));
                properties.set(name, property);
            });
            if (setting.required() && setting.aliases().isEmpty()) {
                required.add(setting.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }
}
