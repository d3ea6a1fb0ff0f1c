/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads the beginning of an answer and hangs up, so that no answer is too long. */
final class Beginning implements BodySubscriber<String> {

    private static final int BYTES = 4096;

    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Flow.Subscription opened) {
        subscription = opened;
        opened.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] some = new byte[Math.min(buffer.remaining(), BYTES - read.size())];
            buffer.get(some);
            read.writeBytes(some);
        }
        Flow.Subscription opened = subscription;
        if (opened != null && read.size() < BYTES) {
            opened.request(1);
        } else {
            if (opened != null) {
                opened.cancel();
            }
            onComplete();
        }
    }

    @Override
    public void onError(Throwable trouble) {
        text.completeExceptionally(trouble);
    }

    @Override
    public void onComplete() {
        text.complete(read.toString(StandardCharsets.UTF_8));
    }
}
