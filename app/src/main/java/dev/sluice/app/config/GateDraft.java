/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.GateShape.Defaults;
import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Place;
import dev.sluice.app.config.shape.Reader;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.core.fault.Nearest;
import dev.sluice.core.policy.preset.Key;
import dev.sluice.core.policy.preset.Preset;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.policy.preset.Violation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A gate as it stands in the file, to be held against what it inherits and against the rest of the file. */
final class GateDraft {

    private final Fields fields;
    private final Map<String, Input> inputs;
    private final Optional<Preset> preset;
    private final Reader reader;
    private final String path;

    private GateDraft(Fields fields, Map<String, Input> inputs) {
        this.fields = fields;
        this.inputs = inputs;
        this.preset = fields.given(GateShape.PRESET).flatMap(Presets::find);
        this.reader = fields.reader();
        this.path = fields.section().path();
    }

    static GateDraft of(Fields fields, Map<String, Input> inputs) {
        return new GateDraft(fields, inputs);
    }

    /** The gate, with everything that is wrong with it told to the reader; empty where it has no preset. */
    Optional<ConfiguredGate> resolve(String name, Defaults defaults, Map<String, Catalog> catalogs) {
        TableChoice tables = tables(catalogs);
        Audience audience = audience(defaults.audience());
        if (Presets.find(name).isPresent()) {
            reader.problem(
                    fields.section().place(),
                    path,
                    "%s: a gate must not be called as a preset is; runs without a gate go by that name."
                            .formatted(path));
        }
        if (preset.isEmpty()) {
            inputs.values().forEach(input -> checkAlone(input, tables));
        }
        return preset.map(known -> gate(name, known, tables, audience, defaults.inputsOf(known)));
    }

    private ConfiguredGate gate(
            String name, Preset known, TableChoice tables, Audience audience, Map<String, Input> inherited) {
        ConfiguredGate gate = new ConfiguredGate(
                name,
                known,
                tables,
                List.of(Input.texts(inherited), Input.texts(inputs)),
                audience,
                fields.given(GateShape.TRIGGERS).orElse(Triggers.NONE),
                fields.given(GateShape.APPROVERS).orElse(List.of()));
        gate.violations().forEach(violation -> tell(violation, inherited));
        schedule(gate);
        note(known, inherited);
        return gate;
    }

    /** Without its preset an input is wrong if it is so by each that may be meant; what one needs beside it is not asked. */
    private void checkAlone(Input input, TableChoice tables) {
        List<Preset> knowing = mayBeMeant().stream()
                .filter(each -> each.keys().stream().anyMatch(key -> key.isNamed(input.spelling())))
                .toList();
        List<Violation> found = knowing.stream()
                .flatMap(each -> violation(each, input, tables).stream())
                .toList();
        if (!found.isEmpty() && found.size() == knowing.size()) {
            input.refuse(found.get(0), path, reader);
        }
    }

    private static Optional<Violation> violation(Preset preset, Input input, TableChoice tables) {
        Map<String, String> alone = Input.texts(Map.of(input.spelling(), input));
        return preset.violations("gate", ConfiguredGate.format(tables, preset), List.of(alone)).stream()
                .filter(violation -> violation.value().isPresent())
                .findFirst();
    }

    /** The preset that is nearest to what is written, else any. */
    private List<Preset> mayBeMeant() {
        List<String> names = Presets.all().stream().map(Preset::name).toList();
        return fields.written(GateShape.PRESET)
                .flatMap(written -> Nearest.to(written.strip(), names))
                .flatMap(Presets::find)
                .map(List::of)
                .orElseGet(Presets::all);
    }

    private TableChoice tables(Map<String, Catalog> catalogs) {
        boolean one = fields.mentions(GateShape.TABLE);
        boolean many = fields.mentions(GateShape.TABLES);
        boolean demo = fields.given(GateShape.DEMO)
                .orElse(!one
                        && !many
                        && (preset.isEmpty() || preset.get().demoFormat().isPresent()));
        if (one && many) {
            fields.refuse(GateShape.TABLES, "%s has table and tables; give only one of them.".formatted(path));
        }
        if (demo && (one || many)) {
            fields.refuse(GateShape.DEMO, "%s.demo_mode is true, and a table is named beside it.".formatted(path));
        }
        if (!demo && !one && !many) {
            fields.refuse(GateShape.TABLE, "%s.table is missing; a gate that is no demo needs it.".formatted(path));
        }
        fields.given(GateShape.TABLE).ifPresent(address -> {
            if (address.contains("*")) {
                refuse(GateShape.TABLE, address, "a pattern stands under tables");
            }
            requireCatalog(GateShape.TABLE, address, catalogs);
        });
        TableChoice choice = fields.given(GateShape.TABLES)
                .or(() -> fields.given(GateShape.TABLE).map(TableChoice::one))
                .orElse(TableChoice.DEMO);
        choice.include().forEach(pattern -> requireCatalog(GateShape.TABLES, pattern, catalogs));
        return choice;
    }

    private void refuse(Setting<String> setting, String value, String why) {
        reader.refuse(fields.place(setting), fields.section().below(setting.name()), value, why);
    }

    /**
     * An Iceberg table by name needs its catalog in the same file; a path needs none. Of a gate without a preset it is not
     * asked: where one word is misspelt, the name of a section may be too.
     */
    private void requireCatalog(Setting<?> setting, String address, Map<String, Catalog> catalogs) {
        String rest = address.startsWith("iceberg:") ? address.substring("iceberg:".length()) : "";
        int slash = rest.indexOf('/');
        if (preset.isEmpty() || slash <= 0 || rest.contains("://") || rest.startsWith(".") || rest.startsWith("~")) {
            return;
        }
        String name = rest.substring(0, slash);
        if (!catalogs.containsKey(name)) {
            String known = catalogs.isEmpty()
                    ? "there is none under catalogs"
                    : Nearest.to(name, catalogs.keySet())
                            .map("the nearest is %s"::formatted)
                            .orElseGet(() -> "there is " + String.join(", ", catalogs.keySet()));
            fields.refuse(setting, "%s: there is no catalog \"%s\"; %s.".formatted(path, name, known));
        }
    }

    /** The gate's own notifiers, and those of the defaults where the preset or the gate asks for them. */
    private Audience audience(Audience inherited) {
        Audience own = fields.given(GateShape.NOTIFY).orElse(Audience.NOBODY);
        Optional<Boolean> asked = fields.given(GateShape.NOTIFY_SLACK);
        Optional<Audience.Slack> slack = own.slack();
        if (asked.orElse(slack.isEmpty() && preset.filter(Preset::sendsMessages).isPresent())) {
            slack = slack.or(inherited::slack).or(() -> asked.isPresent() ? usualSlack() : Optional.empty());
        } else if (asked.isPresent()) {
            slack = Optional.empty();
        }
        return new Audience(slack, own.webhook().or(inherited::webhook));
    }

    private Optional<Audience.Slack> usualSlack() {
        Place place = fields.place(GateShape.NOTIFY_SLACK);
        if (reader.isThere(AudienceShape.USUAL_WEBHOOK)) {
            return Optional.of(Audience.Slack.byWebhook(reader.secret(AudienceShape.USUAL_WEBHOOK, place)));
        }
        fields.refuse(
                GateShape.NOTIFY_SLACK,
                "%s.notify_slack is true, but no notify.slack is configured and SLACK_WEBHOOK_URL is not set."
                        .formatted(path));
        return Optional.empty();
    }

    private void schedule(ConfiguredGate gate) {
        boolean scheduled =
                gate.triggers().schedule().filter(Triggers.Schedule::enabled).isPresent();
        if (scheduled && gate.tables().areDemo()) {
            fields.refuse(
                    GateShape.TRIGGERS,
                    "%s works on a demo, and a demo cannot have an enabled schedule.".formatted(path));
        }
        boolean timeless =
                gate.triggers().schedule().flatMap(Triggers.Schedule::cron).isEmpty()
                        && gate.preset().schedule().isEmpty();
        if (scheduled && timeless) {
            fields.refuse(GateShape.TRIGGERS, "%s.triggers.schedule.cron is missing.".formatted(path));
        }
        if (gate.triggers().areOn()) {
            fields.warn(
                    GateShape.TRIGGERS,
                    "%s.triggers are kept, but nothing fires them yet; start the gate with `sluice run %s`."
                            .formatted(path, gate.name()));
        }
    }

    /** Tells what is wrong with an input at the place where it was given. */
    private void tell(Violation violation, Map<String, Input> inherited) {
        Input input = inputs.getOrDefault(violation.spelling(), inherited.get(violation.spelling()));
        if (input == null) {
            boolean ofPreset = violation.spelling().equals(GateShape.PRESET.name());
            Place place =
                    ofPreset ? fields.place(GateShape.PRESET) : fields.section().place();
            reader.problem(place, path, "%s: %s".formatted(path, violation.text()));
        } else {
            input.refuse(violation, path, reader);
        }
    }

    /** Notes each input as it is in force, and where it came from. */
    private void note(Preset known, Map<String, Input> inherited) {
        for (Key<?> key : known.keys()) {
            Optional<Input> given = given(key, inputs).or(() -> given(key, inherited));
            String name = fields.section().below(key.name());
            if (given.isPresent()) {
                reader.note(name, given.get().written(), given.get().place());
            } else {
                key.fallback().ifPresent(text -> reader.note(name, text, "preset " + known.name()));
            }
        }
    }

    private static Optional<Input> given(Key<?> key, Map<String, Input> inputs) {
        return inputs.values().stream()
                .filter(input -> key.isNamed(input.spelling()))
                .findFirst();
    }
}
