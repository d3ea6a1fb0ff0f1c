/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Watcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parent's side of one worker: whatever happens to the process, the parent gets an answer and lives on. A run whose
 * worker died stays RUNNING in the journal until the next run of the table gives it its end from what was journaled.
 */
public final class WorkerProcess {

    /** How long a worker that was asked to end has for the step that it is in. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

    private final Process process;
    private final Writer in;
    private final LastWords lastWords;
    private final Duration patience;
    private Optional<String> run = Optional.empty();
    private Optional<Ending> ending = Optional.empty();
    private String step = "";
    private final AtomicReference<@Nullable CompletableFuture<Process>> deadline = new AtomicReference<>();
    private volatile boolean cancelled;

    private WorkerProcess(Process process, Duration patience) {
        this.process = process;
        this.patience = patience;
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.lastWords = new LastWords(process.errorReader(StandardCharsets.UTF_8));
    }

    /**
     * Starts a worker on a task.
     *
     * @param command starts the program as a worker, see {@link WorkerCommandLine}
     * @throws GateException with {@code INTERNAL} if the process cannot be started
     */
    public static WorkerProcess start(List<String> command, Task task, Duration patience) {
        ProcessBuilder builder = new ProcessBuilder(command);
        // Whoever has no credentials would otherwise wait for an address that answers in the cloud alone.
        builder.environment().putIfAbsent("AWS_EC2_METADATA_DISABLED", "true");
        try {
            WorkerProcess worker = new WorkerProcess(builder.start(), patience);
            worker.says(Wire.write(task));
            return worker;
        } catch (IOException e) {
            throw new GateException(
                    Fault.INTERNAL, "worker", "The process cannot be started: %s.".formatted(e.getMessage()), e);
        }
    }

    /** A worker that has ended hears nothing any more; {@link #follow} tells how it ended. */
    private synchronized void says(String line) {
        try {
            in.write(line + "\n");
            in.flush();
        } catch (IOException e) {
            LOG.debug("The worker {} no longer listens", process.pid(), e);
        }
    }

    /** Asks the run to end before its next step, and ends the process where that takes too long. */
    public void cancel() {
        cancelled = true;
        says(Wire.CANCEL);
        deadline.compareAndSet(
                null,
                process.onExit()
                        .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                        .exceptionally(late -> {
                            kill();
                            return process;
                        }));
    }

    /** Ends the process at once. Its output can be read to the end all the same, which the process itself would forbid. */
    public void kill() {
        process.toHandle().destroyForcibly();
    }

    /**
     * Waits for the worker's end and tells a watcher of what happens until then. To be called once.
     *
     * @throws GateException with {@code INTERNAL} if the waiting was interrupted; the worker has been ended then
     */
    public Ending follow(Watcher watcher) {
        try {
            listen(watcher);
            hangUp();
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
            int exit = process.waitFor();
            return ending.isPresent() ? ending.get() : died(exit, lastWords.heard());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GateException(Fault.INTERNAL, "worker", "The waiting for its end was interrupted.", e);
        } finally {
            kill();
        }
    }

    private void listen(Watcher watcher) {
        try {
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                hear(Wire.read(line), watcher);
                if (ending.isPresent()) {
                    return;
                }
            }
        } catch (IOException e) {
            LOG.debug("The worker {} can no longer be heard", process.pid(), e);
        }
    }

    private void hear(JsonNode event, Watcher watcher) {
        switch (event.path(Wire.EVENT).asText()) {
            case "report" -> ending = Optional.of(Ending.of(event.path("report")));
            case "error" -> ending = Optional.of(Ending.of(Events.refusal(event.path("error")), run));
            case "starts" -> run = Optional.of(event.path("run").asText());
            case "begins" -> step = event.path("step").asText();
            default -> {
                // Of no matter for how the run ends.
            }
        }
        Events.tell(event, watcher);
    }

    /** The end of its input is the end of a worker that has not ended by itself. */
    private synchronized void hangUp() {
        try {
            in.close();
        } catch (IOException e) {
            LOG.debug("The worker {} had hung up before", process.pid(), e);
        }
    }

    private Ending died(int exit, List<String> words) {
        String where = step.isEmpty() ? "before its first step" : "in step \"%s\"".formatted(step);
        String why = cancelled ? " after it had been cancelled" : "";
        String said = words.isEmpty() ? "It said nothing." : "It said last: %s".formatted(String.join(" | ", words));
        String reason =
                "The worker process ended with exit code %d %s%s and gave no report. What of the run was committed is"
                        + " found out when the next run of the table begins. %s";
        return Ending.of(
                new GateException(
                        Fault.INTERNAL,
                        run.map(id -> "run " + id).orElse("worker"),
                        reason.formatted(exit, where, why, said)),
                run);
    }
}
