/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.delta.kernel.KernelEngine;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the newest commits of a table say of themselves: who made them, when, and by which operation. */
final class RecentCommits {

    /** How far back the history is looked at. */
    static final Duration SPAN = Duration.ofDays(14);

    /** So many of the newest commits are looked at however old they are. */
    static final int ALWAYS = 20;

    /** Files are stamped by the store's clock, commits by their writer's; this much they may differ. */
    private static final Duration CLOCK_SKEW = Duration.ofDays(1);

    private static final StructType COMMIT_INFO = new StructType()
            .add(
                    "commitInfo",
                    new StructType()
                            .add("timestamp", LongType.LONG, true)
                            .add("operation", StringType.STRING, true)
                            .add("engineInfo", StringType.STRING, true),
                    true);

    private final KernelEngine engine;

    RecentCommits(KernelEngine engine) {
        this.engine = engine;
    }

    /**
     * One commit by its own account.
     *
     * @param at empty where it does not say
     * @param operation empty where it does not say
     * @param engine empty where it does not say
     */
    record Account(long version, Optional<Instant> at, String operation, String engine) {

        /** True if it says that Sluice made it. */
        boolean isOurs() {
            return engine.contains("Sluice");
        }
    }

    /** The accounts of commits that are young enough to matter, in the order given, which is newest first. */
    List<Account> read(List<LogFolder.Commit> newestFirst, Instant now) {
        List<LogFolder.Commit> commits =
                youngEnough(newestFirst, now.minus(SPAN).minus(CLOCK_SKEW));
        engine.expect(commits.stream().map(LogFolder.Commit::file).toList());
        return commits.stream().map(this::read).toList();
    }

    private static List<LogFolder.Commit> youngEnough(List<LogFolder.Commit> newestFirst, Instant since) {
        List<LogFolder.Commit> commits = new ArrayList<>();
        for (LogFolder.Commit commit : newestFirst) {
            if (commits.size() >= ALWAYS && commit.file().modifiedAt().isBefore(since)) {
                break;
            }
            commits.add(commit);
        }
        return commits;
    }

    private Account read(LogFolder.Commit commit) {
        try (CloseableIterator<ColumnarBatch> batches = engine.getJsonHandler()
                .readJsonFiles(
                        Utils.singletonCloseableIterator(References.status(commit.file())),
                        COMMIT_INFO,
                        Optional.empty())) {
            while (batches.hasNext()) {
                ColumnVector infos = batches.next().getColumnVector(0);
                for (int row = 0; row < infos.getSize(); row++) {
                    if (!infos.isNullAt(row)) {
                        return account(commit.version(), infos, row);
                    }
                }
            }
            return new Account(commit.version(), Optional.empty(), "", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Account account(long version, ColumnVector infos, int row) {
        ColumnVector times = infos.getChild(0);
        return new Account(
                version,
                times.isNullAt(row) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(times.getLong(row))),
                text(infos.getChild(1), row),
                text(infos.getChild(2), row));
    }

    private static String text(ColumnVector texts, int row) {
        return texts.isNullAt(row) ? "" : texts.getString(row);
    }
}
