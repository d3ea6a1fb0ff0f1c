/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shape;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.core.secret.Secret;
import dev.sluice.storage.s3.Credentials;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How {@link Credentials} are read: which of the keys belong to a type, and which it cannot do without. */
final class CredentialsShape {

    /** Those that an owner can name; others come from a catalog. */
    enum Type {
        STATIC,
        PROFILE,
        WEB_IDENTITY,
        CONTAINER,
        ASSUME_ROLE,
        DEFAULT_CHAIN,
        ANONYMOUS
    }

    static final Shape<Path> FILE = Shapes.plain("text", text -> {
        try {
            return Path.of(text.strip()).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("it must be the path of a file", e);
        }
    });

    private static final Setting<Type> TYPE =
            Setting.of("type", Shapes.oneOf(Type.class), "Where they come from").isRequired();
    private static final Setting<Secret> ACCESS_KEY = Setting.of("access-key", Shapes.secret(), "The access key's id");
    private static final Setting<Secret> SECRET_KEY =
            Setting.of("secret-key", Shapes.secret(), "The secret access key");
    private static final Setting<Secret> SESSION_TOKEN =
            Setting.of("session-token", Shapes.secret(), "The token of a session that will end");
    private static final Setting<String> PROFILE = Setting.of("profile", Shapes.text(), "The profile's name");
    private static final Setting<Path> CONFIG_FILE =
            Setting.of("config-file", FILE, "The file that holds the profile; the user's own where it is not given");
    private static final Setting<String> ARN = Setting.of("arn", Shapes.text(), "The role to take on");
    private static final Setting<String> EXTERNAL_ID =
            Setting.of("external-id", Shapes.text(), "What the role's owner asks to be told");
    private static final Setting<String> SESSION_NAME =
            Setting.of("session-name", Shapes.text(), "The name that the role's use goes by in the records of AWS");
    private static final Setting<Path> TOKEN_FILE = Setting.of(
            "token-file",
            FILE,
            "The file that holds the token; that of AWS_WEB_IDENTITY_TOKEN_FILE where it is not given");

    private static final List<Setting<?>> PLAIN = List.of(
            TYPE,
            ACCESS_KEY,
            SECRET_KEY,
            SESSION_TOKEN,
            PROFILE,
            CONFIG_FILE,
            ARN,
            EXTERNAL_ID,
            SESSION_NAME,
            TOKEN_FILE);

    private static final Setting<Credentials> SOURCE = Setting.of(
            "source",
            Section.trying(PLAIN, fields -> of(fields, Optional.empty())),
            "With type assume-role: the credentials that ask for the role; the default chain where it is not given");

    /** Which keys go with a type. */
    private static final Map<Type, List<Setting<?>>> BELONGING = Map.of(
            Type.STATIC, List.of(ACCESS_KEY, SECRET_KEY, SESSION_TOKEN),
            Type.PROFILE, List.of(PROFILE, CONFIG_FILE),
            Type.WEB_IDENTITY, List.of(ARN, TOKEN_FILE, SESSION_NAME),
            Type.CONTAINER, List.of(),
            Type.ASSUME_ROLE, List.of(ARN, EXTERNAL_ID, SESSION_NAME, SOURCE),
            Type.DEFAULT_CHAIN, List.of(),
            Type.ANONYMOUS, List.of());

    static final Section<Credentials> SHAPE = Section.trying(
            Stream.concat(PLAIN.stream(), Stream.of(SOURCE)).toList(), fields -> of(fields, fields.given(SOURCE)));

    private CredentialsShape() {}

    private static Optional<Credentials> of(Fields fields, Optional<Credentials> source) {
        Type type = fields.value(TYPE);
        List<Setting<?>> belonging = BELONGING.getOrDefault(type, List.of());
        PLAIN.stream()
                .filter(setting -> !setting.equals(TYPE) && !belonging.contains(setting))
                .forEach(setting -> fields.refuseBeside(setting, TYPE, Shapes.word(type)));
        if (type != Type.ASSUME_ROLE) {
            fields.refuseBeside(SOURCE, TYPE, Shapes.word(type));
        }
        boolean complete = needed(type).stream().allMatch(setting -> fields.requires(setting, TYPE, Shapes.word(type)));
        return complete ? fields.attempt(() -> made(type, fields, source)) : Optional.empty();
    }

    private static List<Setting<?>> needed(Type type) {
        return switch (type) {
            case STATIC -> List.of(ACCESS_KEY, SECRET_KEY);
            case PROFILE -> List.of(PROFILE);
            case ASSUME_ROLE -> List.of(ARN);
            case WEB_IDENTITY, CONTAINER, DEFAULT_CHAIN, ANONYMOUS -> List.of();
        };
    }

    private static Credentials made(Type type, Fields fields, Optional<Credentials> source) {
        return switch (type) {
            case STATIC ->
                new Credentials.Static(fields.value(ACCESS_KEY), fields.value(SECRET_KEY), fields.given(SESSION_TOKEN));
            case PROFILE -> new Credentials.Profile(fields.value(PROFILE), fields.given(CONFIG_FILE));
            case WEB_IDENTITY ->
                new Credentials.WebIdentity(fields.given(ARN), fields.given(TOKEN_FILE), fields.given(SESSION_NAME));
            case CONTAINER -> new Credentials.Container();
            case ASSUME_ROLE ->
                new Credentials.AssumeRole(
                        fields.value(ARN),
                        fields.given(EXTERNAL_ID),
                        fields.given(SESSION_NAME),
                        source.orElseGet(Credentials.DefaultChain::new));
            case DEFAULT_CHAIN -> new Credentials.DefaultChain();
            case ANONYMOUS -> new Credentials.Anonymous();
        };
    }
}
