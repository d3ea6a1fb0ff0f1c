/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.voice.HumanVoice;
import dev.sluice.app.voice.JsonVoice;
import dev.sluice.app.voice.Progress;
import dev.sluice.app.voice.Traces;
import dev.sluice.app.voice.Voice;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Watcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command above all others: it holds the options that all share, and opens a session for whichever was called. */
@Command(
        name = "sluice",
        description = {
            "The health gate for lakehouse tables: measures a table, acts only where the numbers justify it, shows the exact",
            "plan first, and proves afterwards that nothing was lost."
        },
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        descriptionHeading = "%n",
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%n",
        footer = {
            "TABLE is delta:PATH, iceberg:CATALOG/NAMESPACE.TABLE or a plain path, which is recognised by what lives there.",
            "A PATH may be s3://BUCKET/KEY.",
            "In a pattern * stands for any characters of one name, ? for one, ** for any folders: '/lake/**', '/lake/*/orders'.",
            "In place of a TABLE stands a gate of the configuration too, by its name; a folder of that name is ./NAME.",
            "Exit codes: 0 it worked, 64 wrong usage, others as in docs/reference/errors.md."
        })
final class Sluice {

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print one JSON object instead of text.")
    boolean json;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The configuration; else $SLUICE_CONFIG, else sluice.yaml in the working folder.")
    @Nullable
    String config;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description =
                    "Where runs, plans and trends are kept; else $SLUICE_STATE, the configuration, the user's data folder.")
    @Nullable
    String state;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Say more: partitions, log messages, where a fault of Sluice's own came from.")
    boolean verbose;

    private final Parts parts;
    private final Surroundings around;
    private final Progress progress;
    private final Progress demoProgress;
    private final List<Runnable> whenStopped = new CopyOnWriteArrayList<>();
    private @Nullable Voice voice;
    private @Nullable Config configured;

    Sluice(Parts parts, Surroundings around) {
        this.parts = parts;
        this.around = around;
        this.progress = new Progress(around.err(), around.drawsHere(), true);
        this.demoProgress = new Progress(around.err(), around.drawsHere(), false);
    }

    Parts parts() {
        return parts;
    }

    Surroundings around() {
        return around;
    }

    ConfigLocation configLocation() {
        return new ConfigLocation(Optional.ofNullable(config), around);
    }

    /**
     * What the owner configured; it is read once, and only where somebody asks.
     *
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID}, naming everything that is wrong with it
     */
    Config config() {
        if (configured == null) {
            configured = configLocation().read(false).map(ConfigFile::orRefusal).orElse(Config.NONE);
        }
        return configured;
    }

    /** Opens a session on the state that the caller named, or on the usual one. */
    Session open() {
        return open(progress, stateFolder());
    }

    private Path stateFolder() {
        return StateLocation.of(Optional.ofNullable(state), () -> config().state(), around);
    }

    /** Opens a session for a demo: what its steps give is told at its end, so their lines do not stay. */
    Session openForDemo(Path otherwise) {
        configured = Config.NONE; // A demo's table needs nothing of the owner's, so a mistake there is not in its way.
        return open(demoProgress, state == null ? otherwise : stateFolder());
    }

    /**
     * Opens a session for a worker, which tells its parent and nobody else.
     *
     * @param file the configuration that the parent goes by, whatever lies in the working folder; empty for none
     */
    Session openForWorker(Watcher watcher, Cancellation cancellation, Path folder, String file) {
        if (file.isEmpty()) {
            configured = Config.NONE;
        } else {
            config = file;
        }
        return new Session(parts, this::config, around, voice(), watcher, cancellation, folder);
    }

    private Session open(Progress shown, Path folder) {
        Watcher watcher = verbose ? new Traces(shown, around.err()) : shown;
        return new Session(parts, this::config, around, voice(), watcher, Cancellation.NEVER, folder);
    }

    Voice voice() {
        if (voice == null) {
            voice = json
                    ? new JsonVoice(around.out(), around.err(), verbose)
                    : new HumanVoice(around.out(), around.err(), verbose);
        }
        return voice;
    }

    /** Takes the progress off the terminal, so that a question can be asked. */
    void makeRoom() {
        progress.makeRoom();
    }

    /** Asks for something to be done where the program is stopped from outside. */
    void whenStopped(Runnable task) {
        whenStopped.add(task);
    }

    void stop() {
        whenStopped.forEach(Runnable::run);
    }

    /** The step that is going on, empty where none is. */
    Optional<String> underWay() {
        return Optional.ofNullable(progress.current()).or(() -> Optional.ofNullable(demoProgress.current()));
    }
}
