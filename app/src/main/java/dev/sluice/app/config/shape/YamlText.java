/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads YAML 1.2 into values that know their places. What is wrong with the text is told without quoting it. */
final class YamlText {

    /** Enough for any configuration, and too few to make a small file a large one. */
    private static final int ALIASES = 50;

    private final String file;
    private final Reader reader;

    private YamlText(String file, Reader reader) {
        this.file = file;
        this.reader = reader;
    }

    /** The value of the whole text; empty, with a problem, where it is no YAML. */
    static Optional<Value> parse(String text, String file, Reader reader) {
        return new YamlText(file, reader).parse(text);
    }

    private Optional<Value> parse(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setMaxAliasesForCollections(ALIASES)
                .setAllowNonScalarKeys(true)
                .build();
        try {
            return Optional.of(new Compose(settings)
                    .composeString(text)
                    .map(root -> value(root, ""))
                    .orElseGet(() -> Value.nothing(new Place(file, 1, 1), "")));
        } catch (MarkedYamlEngineException e) {
            Place place = e.getProblemMark().map(this::place).orElseGet(() -> new Place(file, 1, 1));
            reader.problem(place, "", "This is not YAML: %s.".formatted(unquoted(String.valueOf(e.getProblem()))));
        } catch (YamlEngineException e) {
            reader.problem(new Place(file, 1, 1), "", "This is not YAML: its structure is not one that can be read.");
        }
        return Optional.empty();
    }

    /** What the parser says, without what it read there: that may be a secret that lost its quotes. */
    private static String unquoted(String problem) {
        return problem.replaceAll("(undefined alias|duplicate anchor|unknown) .*", "$1")
                .strip();
    }

    private Value value(Node node, String path) {
        Place place = node.getStartMark().map(this::place).orElseGet(() -> new Place(file, 1, 1));
        if (node.isRecursive()) {
            reader.problem(place, path, "%s holds itself.".formatted(path));
            return Value.nothing(place, path);
        }
        return switch (node.getNodeType()) {
            case SCALAR -> scalar((ScalarNode) node, place, path);
            case SEQUENCE -> list((SequenceNode) node, place, path);
            case MAPPING -> mapping((MappingNode) node, place, path);
            case ANCHOR -> Value.nothing(place, path);
        };
    }

    private static Value scalar(ScalarNode node, Place place, String path) {
        String text = node.getValue();
        boolean nothing = node.isPlain() && (text.isEmpty() || text.equals("null") || text.equals("~"));
        return nothing ? Value.nothing(place, path) : Value.text(place, path, text);
    }

    private Value list(SequenceNode node, Place place, String path) {
        List<Value> items = new ArrayList<>();
        for (Node item : node.getValue()) {
            items.add(value(item, "%s[%d]".formatted(path, items.size())));
        }
        return Value.list(place, path, items);
    }

    private Value mapping(MappingNode node, Place place, String path) {
        List<Value.Entry> entries = new ArrayList<>();
        Value whole = Value.mapping(place, path, List.of());
        for (NodeTuple tuple : node.getValue()) {
            Place at = tuple.getKeyNode().getStartMark().map(this::place).orElse(place);
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                reader.problem(at, path, "A key must be one word.");
            } else if (key.isPlain() && key.getValue().equals("<<")) {
                reader.problem(
                        at, path, "Merge keys (<<) are not read; what gates have in common stands under defaults.");
            } else {
                entries.add(
                        new Value.Entry(key.getValue(), at, value(tuple.getValueNode(), whole.below(key.getValue()))));
            }
        }
        return Value.mapping(place, path, entries);
    }

    private Place place(Mark mark) {
        return new Place(file, mark.getLine() + 1, mark.getColumn() + 1);
    }
}
