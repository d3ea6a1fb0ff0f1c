/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * One storage as the owner configures it: all that lies at a prefix or below, how to reach it and how to write to it.
 *
 * @param prefix {@code s3://bucket}, {@code s3://bucket/folder}, or {@code s3://} for every bucket; of several the longest
 *     that fits an address counts, by whole path segments
 * @param region the bucket's region; AWS needs it, most other services do not care
 * @param endpoint the service's address where it is not AWS
 * @param stsEndpoint the address that hands out a role's keys where it is not AWS's own of the region
 * @param pathStyle whether the bucket is named in the path, {@code https://host/bucket/key}, and not in the host
 * @param storageClass the class of what is written, else the bucket's default
 * @param tags what is put on each file that is written
 * @param caFile certificates in PEM, trusted besides those that Java trusts
 */
public record S3Storage(
        Location prefix,
        Optional<String> region,
        Optional<URI> endpoint,
        Optional<URI> stsEndpoint,
        boolean pathStyle,
        Credentials credentials,
        Encryption encryption,
        Optional<StorageClass> storageClass,
        Map<String, String> tags,
        Optional<WebProxy> proxy,
        Optional<Path> caFile,
        S3Limits limits) {

    private static final int MOST_TAGS = 10;
    private static final int LONGEST_TAG_NAME = 128;
    private static final int LONGEST_TAG_VALUE = 256;

    public S3Storage {
        prefix = S3Addresses.canonical(prefix);
        if (!prefix.scheme().equals(S3Addresses.SCHEME)) {
            throw Settings.invalid("prefix", "\"%s\" is no S3 address; it begins with s3://.".formatted(prefix));
        }
        if (prefix.authority().isEmpty() && !prefix.path().equals("/")) {
            throw Settings.invalid("prefix", "\"%s\" names no bucket.".formatted(prefix));
        }
        S3Addresses.refuseExpress(prefix);
        region.ifPresent(S3Storage::requireRegion);
        endpoint.ifPresent(address -> Settings.requireServer("endpoint", address));
        stsEndpoint.ifPresent(address -> Settings.requireServer("sts-endpoint", address));
        tags = Map.copyOf(tags);
        requireTags(tags);
    }

    /** With all else as it is by default: AWS, the bucket's own encryption and class, no tags, no proxy. */
    public static S3Storage at(Location prefix, Credentials credentials) {
        return new S3Storage(
                prefix,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                credentials,
                new Encryption.BucketDefault(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                S3Limits.DEFAULT);
    }

    /**
     * The storage of every bucket that the usual variables describe: {@code AWS_ACCESS_KEY_ID} and
     * {@code AWS_SECRET_ACCESS_KEY}, with {@code AWS_SESSION_TOKEN}, {@code AWS_REGION} (or {@code AWS_DEFAULT_REGION}) and
     * {@code AWS_ENDPOINT_URL_S3} (or {@code AWS_ENDPOINT_URL}) where they are set. Empty without the first two.
     */
    public static Optional<S3Storage> ofEnvironment(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        if (!variables.has("AWS_ACCESS_KEY_ID") || !variables.has("AWS_SECRET_ACCESS_KEY")) {
            return Optional.empty();
        }
        Credentials keys = new Credentials.Static(
                variables.secret("AWS_ACCESS_KEY_ID"),
                variables.secret("AWS_SECRET_ACCESS_KEY"),
                variables.text("AWS_SESSION_TOKEN").map(set -> variables.secret("AWS_SESSION_TOKEN")));
        Optional<URI> endpoint =
                variables.address("AWS_ENDPOINT_URL_S3").or(() -> variables.address("AWS_ENDPOINT_URL"));
        S3Storage everywhere = at(new Location(S3Addresses.SCHEME, "", "/"), keys)
                .inRegion(variables.text("AWS_REGION").or(() -> variables.text("AWS_DEFAULT_REGION")));
        return Optional.of(endpoint.map(everywhere::on).orElse(everywhere));
    }

    public S3Storage inRegion(Optional<String> name) {
        return new S3Storage(
                prefix,
                name,
                endpoint,
                stsEndpoint,
                pathStyle,
                credentials,
                encryption,
                storageClass,
                tags,
                proxy,
                caFile,
                limits);
    }

    /** On a service that is not AWS, with the bucket in the path, as most of them want it. */
    public S3Storage on(URI service) {
        return new S3Storage(
                prefix,
                region,
                Optional.of(service),
                stsEndpoint,
                true,
                credentials,
                encryption,
                storageClass,
                tags,
                proxy,
                caFile,
                limits);
    }

    public S3Storage within(S3Limits others) {
        return new S3Storage(
                prefix,
                region,
                endpoint,
                stsEndpoint,
                pathStyle,
                credentials,
                encryption,
                storageClass,
                tags,
                proxy,
                caFile,
                others);
    }

    /** True if an address lies at the prefix or below it. */
    public boolean holds(Location location) {
        boolean everyBucket = prefix.authority().isEmpty();
        return location.scheme().equals(S3Addresses.SCHEME)
                && (everyBucket || prefix.equals(location) || prefix.contains(location));
    }

    /** True if the service is Amazon's own. */
    public boolean isAws() {
        return endpoint.map(address -> address.getHost().matches("(?i).*\\.amazonaws\\.com(\\.cn)?"))
                .orElse(true);
    }

    private static void requireRegion(String name) {
        if (!name.matches("[A-Za-z0-9-]+")) {
            throw Settings.invalid("region", "\"%s\" is no region; write it like eu-central-1.".formatted(name));
        }
    }

    private static void requireTags(Map<String, String> tags) {
        if (tags.size() > MOST_TAGS) {
            throw Settings.invalid("tags", "%d tags are given; S3 takes %d.".formatted(tags.size(), MOST_TAGS));
        }
        tags.forEach((name, value) -> {
            if (name.isBlank() || name.length() > LONGEST_TAG_NAME || value.length() > LONGEST_TAG_VALUE) {
                throw Settings.invalid(
                        "tags",
                        "The tag \"%s\" does not fit: a name has 1 to %d characters, a value at most %d."
                                .formatted(name, LONGEST_TAG_NAME, LONGEST_TAG_VALUE));
            }
        });
    }

    /** The process's variables; one that is set to nothing counts as not set. */
    private record Variables(Map<String, String> environment) {

        boolean has(String name) {
            return text(name).isPresent();
        }

        Optional<String> text(String name) {
            return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
        }

        Optional<URI> address(String name) {
            return text(name).map(value -> {
                try {
                    return URI.create(value);
                } catch (IllegalArgumentException e) {
                    throw Settings.invalid(name, "\"%s\" is no address of a server.".formatted(value));
                }
            });
        }

        Secret secret(String name) {
            return new Secret(
                    "${env:" + name + "}",
                    () -> text(name)
                            .orElseThrow(() -> Settings.invalid("${env:" + name + "}", "The variable is not set.")));
        }
    }
}
