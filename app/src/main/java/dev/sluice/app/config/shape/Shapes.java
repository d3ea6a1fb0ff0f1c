/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.policy.preset.Reading;
import dev.sluice.core.secret.Secret;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The shapes that settings are made of. */
public final class Shapes {

    /** Names that give away what they hold: what stands beside them is no text to print. */
    private static final Pattern TELLS_OF_A_SECRET = Pattern.compile(
            ".*(authorization|cookie|token|secret|password|passwd|credential|key).*", Pattern.CASE_INSENSITIVE);

    /** Of an address, as a database's has them: {@code ?password=...}. */
    private static final Pattern PARAMETER_WITH_A_SECRET = Pattern.compile(
            "[?&;][^=&;]*(token|secret|password|passwd|pwd|credential)[^=&;]*=", Pattern.CASE_INSENSITIVE);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private static final String SECRET = "it is written here in full; a secret stands as " + References.FORM;

    private Shapes() {}

    /** One value. */
    public static <T> Shape<T> plain(String type, Reading<T> reading) {
        return new Plain<>(type, reading, Schemas.of(type));
    }

    public static Shape<String> text() {
        return plain("text", text -> {
            if (text.isBlank()) {
                throw new IllegalArgumentException("it must not be empty");
            }
            return text.strip();
        });
    }

    public static Shape<Boolean> yesOrNo() {
        return plain("true | false", Reading.yesOrNo());
    }

    /** The constants of an enumeration, in lower case with {@code -}. */
    public static <E extends Enum<E>> Shape<E> oneOf(Class<E> type) {
        return oneOf(type, Map.of());
    }

    /** @param answers what is said to words that are none of the constants, and that people may well write */
    public static <E extends Enum<E>> Shape<E> oneOf(Class<E> type, Map<String, String> answers) {
        Map<String, E> words = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants()).forEach(each -> words.put(word(each), each));
        Reading<E> reading = Reading.oneOf(words, listed(List.copyOf(words.keySet())));
        return plain(String.join(" | ", words.keySet()), text -> {
            String answer = answers.get(text.strip().toLowerCase(Locale.ROOT));
            if (answer != null) {
                throw new IllegalArgumentException(answer);
            }
            return reading.read(text);
        });
    }

    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String listed(List<String> words) {
        return words.size() == 1
                ? words.get(0)
                : String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.get(words.size() - 1);
    }

    /** An address with a scheme. One that holds a password is refused and not repeated. */
    public static Shape<String> address() {
        return new Shape<>() {
            private final Shape<String> text = plain("address", address -> {
                if (!address.matches("[A-Za-z][A-Za-z0-9+.-]*:.+")) {
                    throw new IllegalArgumentException("it must be an address, like https://host/path");
                }
                return address.strip();
            });

            @Override
            public Optional<String> read(Value value, Reader reader) {
                if (holdsPassword(value.text())) {
                    reader.hush(value, "it holds a user's name or password, which belongs into credentials");
                    return Optional.empty();
                }
                return text.read(value, reader);
            }

            @Override
            public String type() {
                return text.type();
            }

            @Override
            public ObjectNode schema() {
                return text.schema();
            }
        };
    }

    private static boolean holdsPassword(String address) {
        return address.matches("(?s)[^/]*//[^/@]*@.*")
                || PARAMETER_WITH_A_SECRET.matcher(address).find();
    }

    /** A secret: one reference and nothing else. A literal is refused and not repeated. */
    public static Shape<Secret> secret() {
        return new SecretShape(
                "secret",
                (value, reader) -> References.isAll(value.text()) ? Optional.empty() : Optional.of(SECRET),
                Schemas.pattern("^\\$\\{(env:[A-Za-z_][A-Za-z0-9_]*|file:[^{}]+)\\}$"));
    }

    /** An address that may hold a secret: with a reference in it, or one that surely holds none. */
    public static Shape<Secret> secretAddress() {
        return new SecretShape(
                "address, with references where it holds a secret",
                (value, reader) -> {
                    boolean open = !References.areIn(value.text())
                            && (holdsPassword(value.text()) || value.text().contains("?"));
                    return open ? Optional.of(SECRET) : Optional.empty();
                },
                Schemas.type("string"));
    }

    /** Texts by name, such as headers: one whose name tells of a secret has to hold a reference. */
    public static Shape<Map<String, Secret>> properties() {
        return named(new SecretShape(
                "text, with references where it holds a secret",
                (value, reader) -> {
                    String name = value.path().substring(value.path().lastIndexOf('.') + 1);
                    boolean open = !References.areIn(value.text())
                            && TELLS_OF_A_SECRET.matcher(name).matches();
                    return open ? Optional.of(SECRET) : Optional.empty();
                },
                Schemas.type("string")));
    }

    /** Values of one shape, each under a name of the owner's choice. */
    public static <T> Shape<Map<String, T>> named(Shape<T> shape) {
        return new Named<>(shape);
    }

    /** Values of one shape; one alone may stand without a list. */
    public static <T> Shape<List<T>> listOf(Shape<T> shape) {
        return new ListShape<>(shape);
    }

    private record Plain<T>(String type, Reading<T> reading, ObjectNode schema) implements Shape<T> {

        @Override
        public Optional<T> read(Value value, Reader reader) {
            if (value.kind() != Value.Kind.TEXT) {
                reader.wrongKind(value, "one value (" + type + ")");
                return Optional.empty();
            }
            return reader.plain(value).flatMap(text -> read(value, text, reader));
        }

        private Optional<T> read(Value value, String text, Reader reader) {
            try {
                T read = reading.read(text);
                reader.note(value);
                return Optional.of(read);
            } catch (IllegalArgumentException e) {
                reader.refuse(value, String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        }

        @Override
        public ObjectNode schema() {
            return schema.deepCopy();
        }
    }

    /**
     * @param objection why a value must not stand there as it is, the rest of a sentence
     */
    private record SecretShape(String type, BiFunction<Value, Reader, Optional<String>> objection, ObjectNode schema)
            implements Shape<Secret> {

        @Override
        public Optional<Secret> read(Value value, Reader reader) {
            if (value.kind() != Value.Kind.TEXT) {
                reader.wrongKind(value, "one value, like " + References.FORM);
                return Optional.empty();
            }
            Optional<String> why = objection.apply(value, reader);
            if (why.isPresent()) {
                reader.hush(value, why.get());
                return Optional.empty();
            }
            Optional<Secret> secret = reader.secret(value);
            secret.ifPresent(read -> reader.note(value));
            return secret;
        }

        @Override
        public ObjectNode schema() {
            return schema.deepCopy();
        }
    }

    private record Named<T>(Shape<T> shape) implements Shape<Map<String, T>> {

        @Override
        public Optional<Map<String, T>> read(Value value, Reader reader) {
            if (value.kind() != Value.Kind.MAPPING && value.kind() != Value.Kind.NOTHING) {
                reader.wrongKind(value, "a mapping from names");
                return Optional.empty();
            }
            Map<String, T> all = new LinkedHashMap<>();
            Map<String, Integer> lines = new LinkedHashMap<>();
            for (Value.Entry entry : value.entries()) {
                Integer before = lines.putIfAbsent(entry.key(), entry.place().line());
                if (before != null) {
                    reader.problem(
                            entry.place(),
                            entry.value().path(),
                            "%s is given already in line %d."
                                    .formatted(entry.value().path(), before));
                } else if (!NAME.matcher(entry.key()).matches()) {
                    reader.problem(
                            entry.place(),
                            entry.value().path(),
                            "A name in %s is made of letters, digits, dots, - and _.".formatted(value.path()));
                } else {
                    shape.read(entry.value(), reader).ifPresent(read -> all.put(entry.key(), read));
                }
            }
            return Optional.of(all);
        }

        @Override
        public String type() {
            return shape.settings().isEmpty() ? "names with " + shape.type() : "names with a section each";
        }

        @Override
        public List<Setting<?>> settings() {
            return shape.settings();
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = Schemas.type("object");
            schema.putObject("propertyNames").put("pattern", "^" + NAME.pattern() + "$");
            schema.set("additionalProperties", shape.schema());
            return schema;
        }
    }

    private record ListShape<T>(Shape<T> shape) implements Shape<List<T>> {

        @Override
        public Optional<List<T>> read(Value value, Reader reader) {
            if (value.kind() == Value.Kind.NOTHING) {
                return Optional.of(List.of());
            }
            List<Value> items = value.kind() == Value.Kind.LIST ? value.items() : List.of(value);
            List<T> all = new ArrayList<>();
            items.forEach(item -> shape.read(item, reader).ifPresent(all::add));
            return Optional.of(List.copyOf(all));
        }

        @Override
        public String type() {
            return "list of " + (shape.settings().isEmpty() ? shape.type() : "sections");
        }

        @Override
        public List<Setting<?>> settings() {
            return shape.settings();
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = Schemas.node();
            ObjectNode list = Schemas.type("array");
            list.set("items", shape.schema());
            schema.putArray("anyOf").add(list).add(shape.schema());
            return schema;
        }
    }

    /** Words in the order they were given, for a page. */
    static String joined(List<?> words) {
        return words.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
