/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.secret.Secret;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Where the right to use a storage comes from. Those that expire are renewed in time, however long a run takes. */
public sealed interface Credentials {

    Kind kind();

    /** The kinds, by the name that the key {@code type} gives them. */
    enum Kind {
        STATIC("static"),
        PROFILE("profile"),
        WEB_IDENTITY("web-identity"),
        CONTAINER("container"),
        ASSUME_ROLE("assume-role"),
        DEFAULT_CHAIN("default-chain"),
        ANONYMOUS("anonymous"),
        /** Not an owner's to name: of a catalog, for its tables. */
        LENT("lent"),
        /** Not an owner's to name: no keys, as a catalog signs each request. */
        SIGNATURES("signatures");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /** Keys that the owner hands in; a file or variable that holds them is read anew at each use. */
    record Static(Secret accessKey, Secret secretKey, Optional<Secret> sessionToken) implements Credentials {

        @Override
        public Kind kind() {
            return Kind.STATIC;
        }
    }

    /**
     * A profile of the AWS configuration files, also one that signs in by SSO.
     *
     * @param file the configuration file, else the usual ones of the user
     */
    record Profile(String name, Optional<Path> file) implements Credentials {

        public Profile {
            Settings.requireText("credentials.profile", name);
        }

        @Override
        public Kind kind() {
            return Kind.PROFILE;
        }
    }

    /**
     * A token that the platform puts into a file, as Kubernetes does for a service account, exchanged for a role's keys.
     *
     * @param arn the role, else that of {@code AWS_ROLE_ARN}
     * @param tokenFile the file, else that of {@code AWS_WEB_IDENTITY_TOKEN_FILE}
     */
    record WebIdentity(Optional<String> arn, Optional<Path> tokenFile, Optional<String> sessionName)
            implements Credentials {

        public WebIdentity {
            arn.ifPresent(role -> requireRole("credentials.arn", role));
            Settings.requireText("credentials.session-name", sessionName);
        }

        @Override
        public Kind kind() {
            return Kind.WEB_IDENTITY;
        }
    }

    /** The keys that a container's platform serves at the address in {@code AWS_CONTAINER_CREDENTIALS_…_URI}. */
    record Container() implements Credentials {

        @Override
        public Kind kind() {
            return Kind.CONTAINER;
        }
    }

    /**
     * A role that other credentials may take on.
     *
     * @param source the credentials that ask for the role
     */
    record AssumeRole(String arn, Optional<String> externalId, Optional<String> sessionName, Credentials source)
            implements Credentials {

        public AssumeRole {
            requireRole("credentials.arn", arn);
            Settings.requireText("credentials.external-id", externalId);
            Settings.requireText("credentials.session-name", sessionName);
            if (source.kind() == Kind.ANONYMOUS) {
                throw Settings.invalid("credentials.source", "Nobody can take on a role anonymously.");
            }
        }

        @Override
        public Kind kind() {
            return Kind.ASSUME_ROLE;
        }
    }

    /**
     * Whatever the AWS SDK finds: variables, system properties, files, the container's or the machine's own role. Only where
     * it is named is a machine's metadata service ever asked.
     */
    record DefaultChain() implements Credentials {

        @Override
        public Kind kind() {
            return Kind.DEFAULT_CHAIN;
        }
    }

    /** None: for what is open to everybody. */
    record Anonymous() implements Credentials {

        @Override
        public Kind kind() {
            return Kind.ANONYMOUS;
        }
    }

    /**
     * Keys that somebody lends and renews in time, as a catalog does for its tables.
     *
     * @param lender who it is, as a sentence goes on after "the keys of"
     * @param keys those that hold now; asked at each request
     * @param ended hears of keys that the service no longer takes, whatever was said of their end: others are given from
     *     then on, if there are any
     */
    record Lent(String lender, Supplier<Static> keys, Consumer<Static> ended) implements Credentials {

        @Override
        public Kind kind() {
            return Kind.LENT;
        }
    }

    /**
     * No keys at all: somebody signs each request, as a catalog does for its tables.
     *
     * @param by who it is, as a sentence goes on after "signed by"
     */
    record Signatures(String by, RequestSigner signer) implements Credentials {

        @Override
        public Kind kind() {
            return Kind.SIGNATURES;
        }
    }

    private static void requireRole(String key, String arn) {
        if (!arn.matches("arn:[a-z0-9-]+:iam::\\d{12}:role/.+")) {
            throw Settings.invalid(
                    key, "\"%s\" is no role; write it like arn:aws:iam::123456789012:role/lake.".formatted(arn));
        }
    }
}
