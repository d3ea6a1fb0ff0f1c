/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

/** What is asked of the service: in words, with the permission that it takes. */
enum Act {
    LIST("list it", "s3:ListBucket", false),
    LOOK("look at it", "s3:GetObject", false),
    READ("read it", "s3:GetObject", false),
    WRITE("write it", "s3:PutObject", true),
    BEGIN("begin to upload it", "s3:PutObject", false),
    SEND_PART("upload a part of it", "s3:PutObject", false),
    DELETE("delete it", "s3:DeleteObject", false),
    LIST_UPLOADS("list its unfinished uploads", "s3:ListBucketMultipartUploads", false),
    LOOK_AT_UPLOAD("look at the upload", "s3:ListMultipartUploadParts", false),
    LOOK_AT_VERSIONING("look whether its bucket keeps versions", "s3:GetBucketVersioning", false),
    ABORT("discard what was uploaded", "s3:AbortMultipartUpload", false);

    private final String words;
    private final String permission;
    private final boolean creates;

    Act(String words, String permission, boolean creates) {
        this.words = words;
        this.permission = permission;
        this.creates = creates;
    }

    /** As in "Could not read it". */
    String words() {
        return words;
    }

    String permission() {
        return permission;
    }

    /** True if a file may be there afterwards that was not there before, also where no answer came. */
    boolean creates() {
        return creates;
    }
}
