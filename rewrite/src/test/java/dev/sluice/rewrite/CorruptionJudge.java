/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.check.ContentCheck;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;

/**
 * Says whether a rewrite of a damaged file ended as it should. There are three right ends: it fails and says which file,
 * and which column where it is one column's bytes that are damaged; the rows are those of the sound file; or the damaged
 * file is a well-formed file that holds other rows (a changed value under no checksum is a value), which means that
 * parquet-java, verifying checksums, and DuckDB both read it to its end and both read what the rewrite wrote. DuckDB reads
 * no text that is not UTF-8, which files may hold and which is kept as it is: there parquet-java is the only judge.
 *
 * <p>Of a file all of whose rows are deleted nothing is read but the footer. If that is another file's, the rewrite still
 * tells how many rows it stood for, which is not what the table says.
 */
final class CorruptionJudge implements AutoCloseable {

    /** Far more than any of these small files takes; whoever needs it hangs. */
    private static final int PATIENCE_SECONDS = 60;

    private static final RewriteLimits LIMITS = new RewriteLimits(2, RewriteLimits.LEAST_MEMORY);

    private final Path folder;
    private final ExecutorService alone = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    CorruptionJudge(Path folder) {
        this.folder = folder;
    }

    /** How a case ended. */
    enum End {
        FAILED("fails clearly"),
        SAME_ROWS("the same rows"),
        WELL_FORMED("well-formed, other rows"),
        COUNTED("no row is left, and the count tells"),
        WRONG("WRONG");

        private final String words;

        End(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** @param detail the failure's words, or what is wrong */
    record Verdict(End end, String detail) {}

    /** The rows of a sound file, as exact text. */
    List<String> rows(Specimen specimen) throws IOException {
        Path file = Files.write(folder.resolve("sound.parquet"), specimen.bytes());
        try {
            return javaRows(file, specimen.schema(), RowMask.none());
        } finally {
            Files.delete(file);
        }
    }

    /**
     * Where all of the damage lies.
     *
     * @param column the column that it is in, if it is one
     * @param guarded whether it is in a page's bytes under that page's checksum: then nothing excuses other rows
     */
    record Place(Optional<String> column, boolean guarded) {}

    Verdict judge(Specimen specimen, List<String> sound, byte[] damaged, Place place, RowMask mask) throws IOException {
        Path file = Files.write(folder.resolve("damaged.parquet"), damaged);
        Workshop workshop = new Workshop(folder);
        RewriteJob job = new RewriteJob(List.of(Workshop.input(file).with(mask)), workshop.target(specimen.schema()));
        try {
            RewriteResult result = patiently(() -> workshop.rewrite(job.target(), job.inputs()));
            return written(workshop, job, result, sound, place);
        } catch (GateException e) {
            return failed(e, file, place, workshop);
        } catch (TimeoutException e) {
            return new Verdict(End.WRONG, "it hangs");
        } catch (Exception | Error e) {
            String where =
                    Stream.of(e.getStackTrace()).limit(12).map(String::valueOf).collect(Collectors.joining(" < "));
            return new Verdict(End.WRONG, "a failure that is not one of ours: " + e + " at " + where);
        } finally {
            clear();
        }
    }

    /** One of two columns that do not agree may be the sound one. */
    private static boolean names(String reason, String column) {
        return reason.startsWith("Column " + column + ": ")
                || reason.contains("it and column " + column + " do not agree");
    }

    private static Verdict failed(GateException e, Path file, Place place, Workshop workshop) {
        String wrong = "";
        if (e.fault() != Fault.TABLE_DAMAGED && e.fault() != Fault.TABLE_FEATURE_UNSUPPORTED) {
            wrong = "blames " + e.fault();
        } else if (!String.valueOf(e.getMessage()).startsWith(file + ": ")) {
            wrong = "does not name the file";
        } else if (place.column().isPresent()
                && !names(e.reason(), place.column().get())) {
            wrong = "does not name column " + place.column().get();
        } else if (workshop.store.open.get() != 0) {
            wrong = "leaves files open";
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof VirtualMachineError) {
                wrong = "comes of " + cause;
            }
        }
        return wrong.isEmpty()
                ? new Verdict(End.FAILED, e.reason())
                : new Verdict(End.WRONG, "a failure that " + wrong + ": " + e.reason());
    }

    private Verdict written(Workshop workshop, RewriteJob job, RewriteResult result, List<String> sound, Place place)
            throws Exception {
        Path file = FolderStore.path(job.inputs().get(0).file());
        MessageType schema = job.target().schema();
        RowMask mask = job.inputs().get(0).mask();
        List<String> found = workshop.rows(result, schema);
        List<String> expected = live(sound, mask);
        String check = check(workshop, job, result);
        if (found.equals(expected)) {
            return check.isEmpty()
                    ? new Verdict(End.SAME_ROWS, "")
                    : new Verdict(End.WRONG, "the right rows do not pass the content check: " + check);
        }
        if (found.isEmpty() && result.rowsRead() == result.rowsMasked() && result.rowsRead() != sound.size()) {
            return new Verdict(End.COUNTED, result.rowsRead() + " rows");
        }
        List<Path> outputs = result.outputs().stream()
                .map(output -> FolderStore.path(output.location()))
                .toList();
        String java = said(() -> javaRows(file, schema, mask).equals(found));
        String duck = said(() -> {
            try (Duck reader = new Duck()) {
                return reader.rows(List.of(file), mask).equals(reader.rows(outputs, RowMask.none()));
            }
        });
        return java.isEmpty() && duck.isEmpty() && check.isEmpty() && !place.guarded()
                ? new Verdict(End.WELL_FORMED, "")
                : new Verdict(
                        End.WRONG,
                        "%d rows of which %d are as before%s; parquet-java: %s; DuckDB: %s; content check: %s"
                                .formatted(
                                        found.size(),
                                        same(found, expected),
                                        place.guarded() ? ", against a checksum" : "",
                                        java,
                                        duck,
                                        check));
    }

    private static long same(List<String> found, List<String> expected) {
        long same = 0;
        for (int row = 0; row < Math.min(found.size(), expected.size()); row++) {
            same += found.get(row).equals(expected.get(row)) ? 1 : 0;
        }
        return same;
    }

    /** What the content check has against it; it must not fail otherwise than with words of our own. */
    private String check(Workshop workshop, RewriteJob job, RewriteResult result) throws Exception {
        try {
            patiently(() -> new ContentCheck(workshop.store, LIMITS).verify(job, result.outputs()));
            return "";
        } catch (GateException e) {
            if (e.fault() != Fault.VERIFICATION_FAILED || e.getCause() instanceof VirtualMachineError) {
                throw new IllegalStateException("the content check fails with " + e, e);
            }
            return e.reason();
        }
    }

    private String said(Callable<Boolean> equal) {
        try {
            return patiently(equal) ? "" : "reads other rows";
        } catch (Exception | Error e) {
            return String.valueOf(e.getMessage()).contains("is not valid UTF8") ? "" : "cannot read it: " + e;
        }
    }

    /** As parquet-java's records have them, with checksums verified. */
    private static List<String> javaRows(Path file, MessageType schema, RowMask mask) throws IOException {
        List<String> rows = new ArrayList<>();
        FolderStore store = new FolderStore();
        try (StoreInput input = store.open(dev.sluice.core.store.Location.local(file));
                ParquetReader<Group> reader = new Verifying(new StoreInputFile(input)).build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(Rows.text(schema, row));
            }
        }
        return live(rows, mask);
    }

    private static List<String> live(List<String> rows, RowMask mask) {
        List<String> live = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            if (mask.nextDeleted(row) != row) {
                live.add(rows.get(row));
            }
        }
        return live;
    }

    private <T> T patiently(Callable<T> task) throws Exception {
        try {
            return alone.submit(task).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    private void clear() throws IOException {
        try (var files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        alone.shutdownNow();
    }

    /** Records of any schema, of pages whose checksums hold. */
    private static final class Verifying extends ParquetReader.Builder<Group> {
        Verifying(InputFile file) {
            super(file, new HadoopParquetConfiguration(false));
            usePageChecksumVerification();
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }
}
