/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.Config;
import dev.sluice.app.config.Connection;
import dev.sluice.core.format.Formats;
import dev.sluice.core.notify.Pause;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.run.Leases;
import dev.sluice.core.store.Store;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the program is assembled from. Nothing is opened before it is asked for. */
public interface Parts {

    /** The formats, on the storages and with the catalogs that the owner configured. */
    Formats formats(Config config);

    /** Whatever holds tables: the folders of this machine, and the stores that are named by addresses. */
    Store store(Config config);

    /** What a state folder holds. It is closed when the command has ended, where it can be. */
    Memory memory(Path stateFolder);

    /** Who is told of which gate's runs, as the owner configured it. */
    Subscriptions subscriptions(Config config);

    /** Lets time go by between two attempts to deliver a message. */
    Pause pause();

    /** What keeps two runs off one table, for all who share a state folder. */
    Leases leases(Path stateFolder);

    /**
     * The policy of a preset, with some of its inputs set otherwise.
     *
     * @param format of the table that the policy is for
     * @param layers of inputs, each going before the one ahead of it
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID}, naming all violations together
     */
    Policy policy(String preset, String format, List<Map<String, String>> layers);

    /** What came of trying to reach all that is configured. */
    List<Connection> connections(Config config);

    /** The throwaway table of a format, empty where it has none. */
    Optional<Demo> demo(String format);

    /** A throwaway table of which some files are long out of use, empty where a format has none. */
    Optional<Demo> agedDemo(String format);
}
