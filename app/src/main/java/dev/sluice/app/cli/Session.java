/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.Config;
import dev.sluice.app.doctor.Doctor;
import dev.sluice.app.voice.Voice;
import dev.sluice.core.Fleet;
import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.TableSearch;
import dev.sluice.core.notify.Courier;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Watcher;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One command at work: the gate on a journal, and the voice that tells of it. */
final class Session implements AutoCloseable {

    private final Surroundings around;
    private final Parts parts;
    private final Supplier<Config> config;
    private final Voice voice;
    private final Journal journal;
    private final Messenger messenger;
    private final Watcher watcher;
    private final Cancellation cancellation;
    private final Path state;
    private @Nullable Formats formats;

    Session(
            Parts parts,
            Supplier<Config> config,
            Surroundings around,
            Voice voice,
            Watcher watcher,
            Cancellation cancellation,
            Path state) {
        this.around = around;
        this.parts = parts;
        this.config = config;
        this.voice = voice;
        this.watcher = watcher;
        this.cancellation = cancellation;
        this.state = state;
        Memory memory = parts.memory(state);
        this.journal = memory.journal();
        Outbox outbox = memory.outbox();
        this.messenger = new Messenger(
                () -> parts.subscriptions(config.get()),
                outbox,
                new Courier(outbox, parts.pause(), around.clock(), around.random()),
                watcher,
                around.clock());
    }

    Surroundings around() {
        return around;
    }

    Parts parts() {
        return parts;
    }

    Voice voice() {
        return voice;
    }

    Journal journal() {
        return journal;
    }

    /** What the owner configured. */
    Config config() {
        return config.get();
    }

    /** The messages on a run, and what became of them. */
    List<Notice> messagesOn(RunId run) {
        return messenger.of(run);
    }

    /**
     * Refuses a person whose yes a gate does not take.
     *
     * @param gate a gate's name, or that of a preset where a plan was made without one
     */
    void requireApprover(String gate) {
        if (config().hasGate(gate)) {
            config().gate(gate).requireApprover(around.user());
        }
    }

    /** Only who works on tables needs formats, and with them the configuration of storages and catalogs. */
    Formats formats() {
        if (formats == null) {
            formats = parts.formats(config.get());
        }
        return formats;
    }

    Gate gate() {
        return new Gate(formats(), new EmbeddedEngine(formats()), recorder());
    }

    private Recorder recorder() {
        return new Recorder(
                journal,
                parts.leases(state),
                watcher,
                cancellation,
                messenger,
                config().patience(),
                around.clock(),
                around.random());
    }

    /** Looks at many tables, and tells how far it is on its own. */
    Fleet fleet() {
        return new Fleet(formats(), recorder());
    }

    /** Finds the tables that patterns name. */
    TableSearch search() {
        return new TableSearch(formats(), parts.store(config.get()));
    }

    Doctor doctor() {
        return new Doctor(formats(), parts.store(config()), journal, around.clock());
    }

    Addresses addresses() {
        return new Addresses(formats(), parts.store(config.get()), around);
    }

    /** Delivers what is to be told of the runs that have ended, and closes what was opened. */
    @Override
    public void close() {
        messenger.deliver();
        close("journal", journal);
    }

    private static void close(String name, Object part) {
        if (part instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (GateException e) {
                throw e;
            } catch (Exception e) {
                throw new GateException(Fault.STORAGE, name, "It cannot be closed: %s.".formatted(e), e);
            }
        }
    }
}
