/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.store.Location;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitMetadata;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.files.ParsedPublishedDeltaData;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the commit of one compaction: checks the commits that won before each attempt, says OPTIMIZE in the history,
 * puts the commit file if absent, and remembers how that ended, since what Kernel throws afterwards does not tell.
 */
final class OptimizeCommitter implements Committer {

    /** How the commit ended, as far as its file tells. */
    enum End {
        /** No commit file was tried. */
        NOT_TRIED,
        COMMITTED,
        /** Another writer touched what the compaction rewrites. */
        CONFLICTED,
        /** The store refused; nothing was written, and nothing can arrive any more. */
        REFUSED,
        /** The store did not say whether the file was written; it may be there, or still arrive. */
        UNKNOWN
    }

    private static final StructType TAGGED_COMMIT_INFO =
            CommitInfo.FULL_SCHEMA.add("tags", new MapType(StringType.STRING, StringType.STRING, true));
    private static final StructType TAGGED_ACTION = new StructType().add("commitInfo", TAGGED_COMMIT_INFO);
    private static final StructType PATH = new StructType().add("path", StringType.STRING, true);
    private static final StructType PATHS =
            new StructType().add("add", PATH, true).add("remove", PATH, true);
    private static final StructType COMMIT_INFO = new StructType().add("commitInfo", CommitInfo.FULL_SCHEMA, true);

    private final Location table;
    private final long readVersion;
    private final Set<Location> inputs;
    private final Map<String, String> metrics;
    private final boolean keepsRowIds;
    private End end = End.NOT_TRIED;
    private String reason = "";
    private long version = -1;

    /**
     * @param inputs where the files lie that the compaction takes out of the table
     * @param metrics the operation's metrics for the history
     * @param keepsRowIds whether the table tracks rows, whose ids the outputs carry along
     */
    OptimizeCommitter(
            Location table, long readVersion, Set<Location> inputs, Map<String, String> metrics, boolean keepsRowIds) {
        this.table = table;
        this.readVersion = readVersion;
        this.inputs = Set.copyOf(inputs);
        this.metrics = Map.copyOf(metrics);
        this.keepsRowIds = keepsRowIds;
    }

    End end() {
        return end;
    }

    /** Why it ended so: a full sentence, empty for a commit. */
    String reason() {
        return reason;
    }

    /** The version that was committed. */
    long version() {
        return version;
    }

    @Override
    public CommitResponse commit(Engine engine, CloseableIterator<Row> actions, CommitMetadata commit)
            throws CommitFailedException {
        refuseRaces(engine, commit);
        String file = FileNames.deltaFile(commit.getDeltaLogDirPath(), commit.getVersion());
        try {
            end = End.UNKNOWN;
            reason = "The commit of version %d was interrupted.".formatted(commit.getVersion());
            engine.getJsonHandler().writeJsonFileAtomically(file, actions.map(row -> labelled(row, commit)), false);
            return committed(engine, file, commit);
        } catch (FileAlreadyExistsException e) {
            reason = "Another writer committed version %d first.".formatted(commit.getVersion());
            return resolve(engine, file, commit, e);
        } catch (IOException | RuntimeException e) {
            if (end == End.COMMITTED) { // It is in; only the look at its file failed.
                throw new CommitFailedException(false, false, reason, e);
            }
            reason = Refusals.of(table.toString(), e).reason();
            return resolve(engine, file, commit, e);
        }
    }

    private CommitResponse committed(Engine engine, String file, CommitMetadata commit) throws IOException {
        end = End.COMMITTED;
        reason = "";
        version = commit.getVersion();
        FileStatus written = engine.getFileSystemClient().getFileStatus(file);
        return new CommitResponse(ParsedPublishedDeltaData.forFileStatus(written));
    }

    /**
     * The put ended in a way that may hide a success: looks for our own transaction id in the file. That there is no file
     * proves nothing where no answer came: what was sent may still arrive. Where another's is there, ours never will.
     */
    private CommitResponse resolve(Engine engine, String file, CommitMetadata commit, Exception failure)
            throws CommitFailedException {
        Optional<String> winner;
        try {
            winner = transactionIn(engine, file);
            if (winner.isPresent() && winner.equals(commit.getCommitInfo().getTxnId())) {
                return committed(engine, file, commit);
            }
        } catch (IOException | RuntimeException unreadable) {
            throw new CommitFailedException(false, false, reason, failure);
        }
        if (winner.isPresent()) {
            end = End.NOT_TRIED;
            throw new CommitFailedException(true, true, reason, failure);
        }
        if (wasRefused(failure)) {
            end = End.REFUSED;
        }
        throw new CommitFailedException(false, false, reason, failure);
    }

    private boolean wasRefused(Exception failure) {
        return !(failure instanceof FileAlreadyExistsException)
                && Refusals.of(table.toString(), failure).fault() == Fault.STORAGE;
    }

    /** The transaction id that a commit file names, empty where there is no such file. */
    private static Optional<String> transactionIn(Engine engine, String file) throws IOException {
        FileStatus status;
        try {
            status = engine.getFileSystemClient().getFileStatus(file);
        } catch (java.io.FileNotFoundException absent) {
            return Optional.empty();
        }
        try (CloseableIterator<ColumnarBatch> batches = read(engine, status, COMMIT_INFO)) {
            while (batches.hasNext()) {
                ColumnarBatch batch = batches.next();
                ColumnVector infos = batch.getColumnVector(0);
                for (int row = 0; row < batch.getSize(); row++) {
                    if (!infos.isNullAt(row)) {
                        return Optional.of(CommitInfo.fromColumnVector(infos, row)
                                .getTxnId()
                                .orElse("none"));
                    }
                }
            }
        }
        return Optional.of("none");
    }

    /**
     * Kernel compares the removes of winning commits by the spelling of their paths and does not look at re-added files;
     * a file of ours that was re-added may carry another deletion vector. So every file that a winning commit speaks of
     * is compared by where it lies.
     */
    private void refuseRaces(Engine engine, CommitMetadata commit) throws CommitFailedException {
        for (long winner = readVersion + 1; winner < commit.getVersion(); winner++) {
            String file = FileNames.deltaFile(commit.getDeltaLogDirPath(), winner);
            try (CloseableIterator<ColumnarBatch> batches =
                    read(engine, engine.getFileSystemClient().getFileStatus(file), PATHS)) {
                while (batches.hasNext()) {
                    ColumnarBatch batch = batches.next();
                    for (int row = 0; row < batch.getSize(); row++) {
                        refuseRace(batch.getColumnVector(0), row, winner);
                        refuseRace(batch.getColumnVector(1), row, winner);
                    }
                }
            } catch (IOException e) {
                throw new CommitFailedException(false, false, "Version %d cannot be read.".formatted(winner), e);
            }
        }
    }

    private void refuseRace(ColumnVector actions, int row, long winner) throws CommitFailedException {
        if (actions.isNullAt(row) || actions.getChild(0).isNullAt(row)) {
            return;
        }
        String path = actions.getChild(0).getString(row);
        if (inputs.contains(LogPath.locate(table, path))) {
            end = End.CONFLICTED;
            reason = "Version %d, committed by another writer meanwhile, changed %s, which was being rewritten."
                    .formatted(winner, path);
            throw new CommitFailedException(false, true, reason);
        }
    }

    private static CloseableIterator<ColumnarBatch> read(Engine engine, FileStatus file, StructType schema)
            throws IOException {
        return engine.getJsonHandler()
                .readJsonFiles(
                        io.delta.kernel.internal.util.Utils.singletonCloseableIterator(file), schema, Optional.empty());
    }

    private Row labelled(Row action, CommitMetadata commit) {
        if (action.isNullAt(SingleAction.COMMIT_INFO_ORDINAL)) {
            return action;
        }
        CommitInfo given = commit.getCommitInfo();
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("predicate", "[]");
        parameters.put("zOrderBy", "[]");
        parameters.put("clusterBy", "[]");
        parameters.put("auto", "false");
        Row info = new CommitInfo(
                        given.getInCommitTimestamp(),
                        given.getTimestamp(),
                        given.getEngineInfo(),
                        Optional.of("OPTIMIZE"),
                        parameters,
                        Optional.of(false),
                        given.getTxnId(),
                        metrics)
                .toRow();
        return keepsRowIds ? tagged(info) : SingleAction.createCommitInfoSingleAction(info);
    }

    /**
     * PROTOCOL.md, "Row Tracking": a writer that carries the ids along should say so in the commit's tags, which Kernel's
     * own schema of this action has no place for.
     */
    private static Row tagged(Row info) {
        Map<Integer, Object> values = new HashMap<>();
        StructType schema = info.getSchema();
        for (int i = 0; i < schema.length(); i++) {
            if (!info.isNullAt(i)) {
                values.put(i, valueOf(info, i));
            }
        }
        values.put(schema.length(), VectorUtils.stringStringMapValue(Map.of("delta.rowTracking.preserved", "true")));
        return new GenericRow(TAGGED_ACTION, Map.of(0, new GenericRow(TAGGED_COMMIT_INFO, values)));
    }

    private static Object valueOf(Row info, int ordinal) {
        return switch (info.getSchema().at(ordinal).getDataType().toString()) {
            case "long" -> info.getLong(ordinal);
            case "boolean" -> info.getBoolean(ordinal);
            case "string" -> info.getString(ordinal);
            default -> info.getMap(ordinal);
        };
    }
}
