/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.RewriteJob;
import dev.sluice.rewrite.engine.Shape.Struct;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Future;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** The inputs of a job, in order, opened and read ahead a little, so that a store's latency is paid by many at once. */
final class InputQueue implements AutoCloseable {

    /** How many are opened at a time. */
    static final int AHEAD = 16;

    private final Store store;
    private final Workers workers;
    private final Struct output;
    private final Iterator<RewriteInput> waiting;
    private final ReadCount count;
    private final Queue<Future<Opened>> opening = new ArrayDeque<>();
    private final List<OpenInput> handedOut = new ArrayList<>();
    private @Nullable MessageType lastSchema;
    private @Nullable Struct lastShape;
    private @Nullable OpenInput last;

    private record Opened(RewriteInput input, StoreInput stream, InputFooter footer) {}

    InputQueue(Store store, RewriteJob job, Struct output, Workers workers, ReadCount count) {
        this.store = store;
        this.workers = workers;
        this.output = output;
        this.waiting = job.inputs().iterator();
        this.count = count;
    }

    /** The next input, open, or null after the last. */
    @Nullable
    OpenInput next() {
        while (opening.size() < AHEAD && waiting.hasNext()) {
            RewriteInput input = waiting.next();
            opening.add(workers.submitOpening(() -> open(input)));
        }
        Future<Opened> first = opening.peek();
        if (first == null) {
            return null;
        }
        Opened opened = workers.await(first); // if this is interrupted, the file is still in the queue to be closed
        opening.remove();
        try {
            OpenInput input = bind(opened);
            handedOut.add(input);
            return input;
        } catch (RuntimeException e) {
            opened.stream().close();
            throw e;
        }
    }

    private Opened open(RewriteInput input) {
        StoreInput stream = count.counting(store.open(input.file()));
        try {
            if (stream.size() != input.size().count()) {
                throw Refusal.damaged(
                        input.file(),
                        "It has %d bytes, but the table states %d."
                                .formatted(stream.size(), input.size().count()),
                        null);
            }
            return new Opened(input, stream, InputFooter.read(stream));
        } catch (RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    private OpenInput bind(Opened opened) {
        InputFooter footer = opened.footer();
        if (footer.rows() == 0) {
            return new OpenInput(opened.input(), opened.stream(), footer, List.of()); // whatever its schema is
        }
        // Most files share one schema: one object for all of them, since there may be thousands.
        boolean likeLast = footer.schema().equals(lastSchema);
        if (!likeLast) {
            lastSchema = footer.schema();
            lastShape = Shape.of(footer.schema());
        }
        InputFooter shared = footer.with(Objects.requireNonNull(lastSchema));
        List<LeafSource> sources = sources(opened.input(), footer.calendar(), likeLast);
        OpenInput bound = new OpenInput(opened.input(), opened.stream(), shared, sources);
        last = bound;
        return bound;
    }

    private List<LeafSource> sources(RewriteInput input, Calendar calendar, boolean likeLast) {
        OpenInput before = last;
        if (before != null
                && likeLast
                && before.footer().calendar().equals(calendar)
                && before.input().mapping().equals(input.mapping())
                && before.input().constants().equals(input.constants())
                && before.input().generated().equals(input.generated())) {
            return before.sources();
        }
        return FileBinding.bind(input, calendar, Objects.requireNonNull(lastShape), output);
    }

    /** Closes an input of which nothing is left. */
    void release(OpenInput input) {
        handedOut.remove(input);
        input.close();
    }

    /** Closes what is open; no worker may run any more. */
    @Override
    public void close() {
        handedOut.forEach(OpenInput::close);
        opening.forEach(each -> Workers.ifDone(each, opened -> opened.stream().close()));
    }
}
