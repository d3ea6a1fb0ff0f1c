/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Reader;
import dev.sluice.app.config.shape.Schemas;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shape;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.app.config.shape.Value;
import dev.sluice.core.policy.preset.Key;
import dev.sluice.core.policy.preset.Preset;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.policy.preset.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How a gate is read, and what all gates inherit: settings of their own, and beside them the inputs of a preset. */
final class GateShape implements Shape<GateDraft> {

    static final Setting<String> PRESET = Setting.of(
                    "preset", Shapes.plain("text", GateShape::preset), "The preset whose defaults and rules it goes by")
            .isRequired();
    static final Setting<String> TABLE =
            Setting.of("table", Shapes.text(), "The table, by its address").as("table_uri", "table_identifier");
    static final Setting<TableChoice> TABLES = Setting.of("tables", new TablesShape(), "Many tables, by patterns");
    static final Setting<Boolean> DEMO = Setting.of(
            "demo_mode",
            Shapes.yesOrNo(),
            "Whether it works on a throwaway table; by default only where no table is named");
    static final Setting<Boolean> NOTIFY_SLACK = Setting.of(
            "notify_slack", Shapes.yesOrNo(), "Whether Slack is told when the gate changed the table or failed");
    static final Setting<Audience> NOTIFY = Setting.of(
            "notify", AudienceShape.SHAPE, "Who is told of runs; each notifier goes before that of defaults");
    static final Setting<Triggers> TRIGGERS = Setting.of("triggers", Triggers.SHAPE, "What starts it besides a person");
    static final Setting<List<String>> APPROVERS = Setting.of(
            "approvers", Shapes.listOf(Shapes.text()), "Who may approve its plans; everybody where it is not given");
    private static final List<Setting<?>> OWN =
            List.of(PRESET, TABLE, TABLES, DEMO, NOTIFY_SLACK, NOTIFY, TRIGGERS, APPROVERS);

    /** A gate without a preset is checked as far as one can, so that everything wrong with it is told at once. */
    private static final Section<GateDraft> GATE = Section.of(OWN, fields -> GateDraft.of(fields, inputs(fields, OWN)))
            .without("to-branch", "what a gate does goes into a table's main branch, and into no other")
            .evenIncomplete();

    private static final List<Setting<?>> INHERITED = List.of(NOTIFY);

    /** What all gates inherit. */
    static final Shape<Defaults> DEFAULTS = new DefaultsShape();

    /** What all gates inherit. */
    record Defaults(Audience audience, Map<String, Input> inputs) {

        static final Defaults NONE = new Defaults(Audience.NOBODY, Map.of());

        /** Those inputs that a preset knows. */
        Map<String, Input> inputsOf(Preset preset) {
            Map<String, Input> known = new LinkedHashMap<>(inputs);
            known.keySet().removeIf(spelling -> preset.keys().stream().noneMatch(key -> key.isNamed(spelling)));
            return known;
        }

        /** Tells what is wrong with each by itself, whether or not a gate inherits it. */
        private void check(Reader reader) {
            for (Preset preset : Presets.all()) {
                Map<String, Input> known = inputsOf(preset);
                for (Violation violation :
                        preset.violations("defaults", preset.formats().get(0), List.of(Input.texts(known)))) {
                    Optional.ofNullable(known.get(violation.spelling()))
                            .filter(input -> violation.value().isPresent())
                            .ifPresent(input -> input.refuse(violation, "defaults", reader));
                }
            }
        }
    }

    private static String preset(String name) {
        if (Presets.find(name.strip()).isEmpty()) {
            String sentence = Presets.unknown(name.strip());
            throw new IllegalArgumentException(
                    Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1, sentence.length() - 1));
        }
        return name.strip();
    }

    /** The keys of all presets, each under all of its names. */
    private static Stream<String> presetKeys() {
        return Stream.concat(
                        Presets.generalKeys().stream(),
                        Presets.all().stream().flatMap(preset -> preset.keys().stream()))
                .flatMap(Key::names)
                .distinct();
    }

    /** What was given beside the settings of the section itself; keys that no preset knows are refused. */
    private static Map<String, Input> inputs(Fields fields, List<Setting<?>> own) {
        List<String> known = Stream.concat(own.stream().flatMap(Setting::names), presetKeys())
                .toList();
        Map<String, Input> inputs = new LinkedHashMap<>();
        for (Value.Entry entry : fields.others()) {
            boolean isInput = presetKeys().anyMatch(name -> plain(name).equals(plain(entry.key())));
            if (!isInput) {
                fields.refuseUnknown(entry, known);
            } else if (inputs.containsKey(entry.key())) {
                fields.refuseRepeated(entry, inputs.get(entry.key()).place());
            } else {
                fields.text(entry).ifPresent(text -> inputs.put(entry.key(), input(entry, text)));
            }
        }
        return inputs;
    }

    private static Input input(Value.Entry entry, String text) {
        Value value = entry.value();
        return new Input(entry.key(), text, value.text(), value.path(), value.place());
    }

    private static String plain(String spelling) {
        return spelling.replace('_', '-');
    }

    @Override
    public Optional<GateDraft> read(Value value, Reader reader) {
        return GATE.readOpen(value, reader);
    }

    @Override
    public String type() {
        return "section";
    }

    @Override
    public List<Setting<?>> settings() {
        return OWN;
    }

    @Override
    public ObjectNode schema() {
        return withInputs(GATE.schema());
    }

    private static ObjectNode withInputs(ObjectNode schema) {
        ObjectNode properties = (ObjectNode) schema.get("properties");
        List<Key<?>> keys = new ArrayList<>();
        Presets.all().stream().map(Preset::keys).forEach(keys::addAll);
        keys.addAll(Presets.generalKeys());
        for (Key<?> key : keys) {
            ObjectNode described = Schemas.of(key.type()).put("description", key.meaning() + ".");
            key.names()
                    .flatMap(Schemas::spellings)
                    .filter(name -> !properties.has(name))
                    .forEach(name -> properties.set(name, described.deepCopy()));
        }
        return schema;
    }

    private static final class DefaultsShape implements Shape<Defaults> {

        private final Section<Defaults> section = Section.of(INHERITED, DefaultsShape::defaults);

        private static Defaults defaults(Fields fields) {
            Defaults defaults = new Defaults(fields.given(NOTIFY).orElse(Audience.NOBODY), inputs(fields, INHERITED));
            defaults.check(fields.reader());
            return defaults;
        }

        @Override
        public Optional<Defaults> read(Value value, Reader reader) {
            return section.readOpen(value, reader);
        }

        @Override
        public String type() {
            return "section";
        }

        @Override
        public List<Setting<?>> settings() {
            return INHERITED;
        }

        @Override
        public ObjectNode schema() {
            return withInputs(section.schema());
        }
    }
}
