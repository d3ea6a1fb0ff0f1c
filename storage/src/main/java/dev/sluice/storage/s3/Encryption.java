/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.util.Optional;

/** How the service encrypts what is written. */
public sealed interface Encryption {

    Kind kind();

    /** The kinds, by the name that the key {@code type} gives them. */
    enum Kind {
        BUCKET_DEFAULT("bucket-default"),
        SSE_S3("sse-s3"),
        SSE_KMS("sse-kms");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /** As the bucket is set up. */
    record BucketDefault() implements Encryption {

        @Override
        public Kind kind() {
            return Kind.BUCKET_DEFAULT;
        }
    }

    /** With keys that the service keeps. */
    record ServiceKeys() implements Encryption {

        @Override
        public Kind kind() {
            return Kind.SSE_S3;
        }
    }

    /**
     * With a key of the key management service.
     *
     * @param key its id, ARN or alias, else the account's own key for S3
     */
    record ManagedKey(Optional<String> key) implements Encryption {

        public ManagedKey {
            Settings.requireText("encryption.key", key);
        }

        @Override
        public Kind kind() {
            return Kind.SSE_KMS;
        }
    }
}
