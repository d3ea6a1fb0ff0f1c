/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.RestoreStatus;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * What is archived and cannot be read before it is restored. A listing does not tell it of an object that Intelligent-Tiering
 * has archived; a look at the object does.
 */
final class Archive {

    private static final Set<String> CLASSES = Set.of("GLACIER", "DEEP_ARCHIVE");

    private Archive() {}

    static boolean holds(S3Object object) {
        return isArchive(object.storageClassAsString()) && !isRestored(object.restoreStatus());
    }

    static boolean holds(HeadObjectResponse object) {
        boolean archived = isArchive(object.storageClassAsString()) || object.archiveStatusAsString() != null;
        return archived && !isRestored(object.restore());
    }

    private static boolean isArchive(@Nullable String storageClass) {
        return storageClass != null && CLASSES.contains(storageClass);
    }

    private static boolean isRestored(@Nullable RestoreStatus status) {
        return status != null
                && !Boolean.TRUE.equals(status.isRestoreInProgress())
                && status.restoreExpiryDate() != null;
    }

    /** As in {@code ongoing-request="false", expiry-date="Fri, 21 Dec 2012 00:00:00 GMT"}. */
    private static boolean isRestored(@Nullable String header) {
        return header != null && header.contains("ongoing-request=\"false\"");
    }
}
