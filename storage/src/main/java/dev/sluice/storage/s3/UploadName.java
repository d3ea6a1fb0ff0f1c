/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.store.Location;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that an upload without an end goes by, so that it can be planned, looked at and taken away as a file is: the
 * key, the upload's id and a mark. Objects whose keys look so are in no listing and are never touched.
 *
 * @param key of the file that the upload would have become
 */
record UploadName(String key, String id) {

    private static final String MARK = "sluice-upload";
    private static final Pattern TEXT = Pattern.compile("(.+)\\.([A-Za-z0-9_-]+)\\." + MARK, Pattern.DOTALL);

    Location in(String bucket) {
        String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(id.getBytes(StandardCharsets.UTF_8));
        return new Location(S3Addresses.SCHEME, bucket, "/%s.%s.%s".formatted(key, encoded, MARK));
    }

    static boolean isOne(Location location) {
        return location.path().endsWith("." + MARK);
    }

    /** @throws IllegalArgumentException if it is none */
    static UploadName of(Location location) {
        Matcher matcher = TEXT.matcher(S3Addresses.key(location));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(location + " is not the name of an upload");
        }
        return new UploadName(
                matcher.group(1), new String(Base64.getUrlDecoder().decode(matcher.group(2)), StandardCharsets.UTF_8));
    }
}
