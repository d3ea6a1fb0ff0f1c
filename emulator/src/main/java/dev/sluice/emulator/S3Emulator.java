/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.emulator;

import java.net.URI;
import java.nio.file.Path;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;

/** An S3 service in this process, which listens on this machine alone. */
public final class S3Emulator implements AutoCloseable {

    public static final String ACCESS_KEY = "emulator-access-key";
    public static final String SECRET_KEY = "emulator-secret-key";

    private final S3Proxy proxy;

    private S3Emulator(BlobStore objects, boolean lenient, String... buckets) {
        for (String bucket : buckets) {
            objects.createContainer(CreateBucketRequest.builder().bucket(bucket).build());
        }
        this.proxy = S3Proxy.builder()
                .blobStore(objects)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, ACCESS_KEY, SECRET_KEY)
                // Under many requests at a time it now and then misreads their dates; its clock is ours anyway.
                .maximumTimeSkew(Integer.MAX_VALUE)
                .ignoreUnknownHeaders(lenient)
                .build();
        try {
            proxy.start();
        } catch (Exception e) {
            throw new IllegalStateException("The emulator did not start", e);
        }
    }

    /** One whose objects are gone with it. */
    public static S3Emulator inMemory(String... buckets) {
        return new S3Emulator(new TransientNio2BlobStore(), false, buckets);
    }

    /** One that lets the token of a session pass, as it does every header that it does not know. */
    public static S3Emulator forSessions(String... buckets) {
        return new S3Emulator(new TransientNio2BlobStore(), true, buckets);
    }

    /** One whose objects are files of a folder; for more than fits into the heap. */
    public static S3Emulator inFolder(Path folder, String... buckets) {
        return new S3Emulator(new FilesystemNio2BlobStore(folder.toString()), false, buckets);
    }

    /** What to name as the endpoint; buckets go in the path. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + proxy.getPort());
    }

    @Override
    public void close() {
        try {
            proxy.stop();
        } catch (Exception e) {
            throw new IllegalStateException("The emulator did not stop", e);
        }
    }
}
