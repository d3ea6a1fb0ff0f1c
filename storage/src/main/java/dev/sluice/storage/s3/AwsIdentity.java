/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.util.Map;
import java.util.Optional;

/**
 * As whom a service of AWS is asked that is not a storage, such as a catalog.
 *
 * @param region where the service is, else where its own settings say
 */
public record AwsIdentity(Credentials credentials, Optional<String> region) {

    /** That of the usual variables, {@code AWS_ACCESS_KEY_ID} and its siblings; empty where they are not set. */
    public static Optional<AwsIdentity> ofEnvironment(Map<String, String> environment) {
        return S3Storage.ofEnvironment(environment)
                .map(storage -> new AwsIdentity(storage.credentials(), storage.region()));
    }
}
