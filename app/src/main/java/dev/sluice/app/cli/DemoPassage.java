/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.approval.Approvers;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.table.TableRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One passage of a throwaway table through the gate, in a folder and with a journal of its own. */
final class DemoPassage {

    private static final String TABLE = "orders";
    private static final String STATE = "state";

    private final Sluice sluice;
    private final @Nullable String keep;

    /**
     * @param keep null where the folder is not kept, empty where it is kept under a name of our own
     */
    DemoPassage(Sluice sluice, @Nullable String keep) {
        this.sluice = sluice;
        this.keep = keep;
    }

    /** @param proves whether it is proved which files the passage took away */
    int of(Demo demo, Policy policy, boolean proves) {
        try (DemoFolder folder = DemoFolder.open(keep, sluice.around())) {
            sluice.whenStopped(folder::abandon);
            return pass(demo, policy, proves, folder.path());
        }
    }

    private int pass(Demo demo, Policy policy, boolean proves, Path folder) {
        try (Session session = sluice.openForDemo(folder.resolve(STATE))) {
            session.voice()
                    .tells(List.of(
                            "A throwaway table goes through the gate; no table of yours is touched.",
                            "",
                            "write      a table " + demo.story()));
            Demo.Written written = demo.write().apply(folder.resolve(TABLE));
            TableRef table = written.table();
            session.voice().tells(List.of("           " + table));
            Optional<DemoFiles> files =
                    proves ? Optional.of(DemoFiles.of(written, folder.resolve(TABLE))) : Optional.empty();
            RunReport report = session.gate()
                    .pass(table, policy, Approvers.policy(session.around().clock()));
            session.voice().demonstrated(report);
            files.ifPresent(f -> session.voice().tells(List.of("prove      " + f.whatIsGone(report))));
            session.voice().tells(keep == null ? gone() : kept(table, folder, demo));
            return new Exit(false).of(report);
        }
    }

    private static List<String> gone() {
        return List.of("", "The table is gone again; `sluice demo --keep` keeps it.");
    }

    private List<String> kept(TableRef table, Path folder, Demo demo) {
        List<String> again = new ArrayList<>(List.of("run", table.toString()));
        new TreeMap<>(demo.inputs()).forEach((key, value) -> again.addAll(List.of("--set", key + "=" + value)));
        String state = folder.resolve(STATE).toString();
        return List.of(
                "",
                "The table and its runs are kept in " + folder,
                "A second run finds nothing to do, and says why:",
                "  sluice " + ShellWords.of(again),
                "What the first run did, step by step:",
                sluice.state == null
                        ? "  sluice " + ShellWords.of(List.of("runs", "--state", state))
                        : "  sluice runs");
    }
}
