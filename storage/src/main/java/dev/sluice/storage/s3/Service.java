/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.s3.S3Client;

/** A storage that was reached: its client, how requests are sent to it, and threads for those that need no waiting for. */
final class Service implements AutoCloseable {

    /** For parts, batches of deletions and listings ahead; enough to hide the service's latency. */
    private static final int THREADS = 16;

    private final S3Storage storage;
    private final CredentialSource credentials;
    private final S3Client client;
    private final S3Failure failure;
    private final Requests requests;
    private final ExecutorService threads;

    Service(S3Storage storage) {
        this.storage = storage;
        this.credentials = new CredentialSource(storage);
        this.client = S3Clients.client(storage, credentials);
        this.failure = new S3Failure(storage, Clock.systemUTC());
        this.requests = new Requests(storage.limits(), Loan.of(storage.credentials()), failure);
        this.threads = newThreads();
    }

    private static ExecutorService newThreads() {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "s3");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    S3Storage storage() {
        return storage;
    }

    S3Client client() {
        return client;
    }

    S3Failure failure() {
        return failure;
    }

    Requests requests() {
        return requests;
    }

    ExecutorService threads() {
        return threads;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
        credentials.close();
    }
}
