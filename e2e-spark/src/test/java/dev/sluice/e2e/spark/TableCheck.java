/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import dev.sluice.e2e.spark.Account.End;
import dev.sluice.e2e.spark.Account.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The way of one table: Spark reads a copy, Sluice compacts it, Spark reads it again, Sluice removes a year later what the
 * table has left behind, Spark reads it again, and writes to what was compacted.
 */
final class TableCheck {

    /** How Spark begins its messages: {@code [DELTA_TABLE_NOT_FOUND]}. */
    private static final Pattern ERROR_CONDITION = Pattern.compile("^\\[([A-Z0-9_.]+)\\]");

    /** A write of Spark's that says by how many rows the table grows; nothing where there was nothing to write. */
    private interface Write {
        OptionalLong to(Path table);
    }

    private final SparkTables spark;
    private final SluiceProcess sluice;
    private final ListedSums listed;
    private final Path scratch;

    TableCheck(SparkTables spark, SluiceProcess sluice, ListedSums listed, Path scratch) {
        this.spark = spark;
        this.sluice = sluice;
        this.listed = listed;
        this.scratch = scratch;
    }

    Account of(Path original) throws IOException {
        String name = original.getFileName().toString();
        Account account = new Account(name);
        Path copy = copy(original, "copy");
        Rows before;
        try {
            before = spark.read(copy);
        } catch (Exception | AssertionError e) {
            account.tell(Stage.ROWS, End.UNREAD, words(e));
            return account;
        }
        account.tell(Stage.ROWS, End.READ, Long.toString(before.count()));
        compareWithList(account, name, before);
        if (!before.identities().isEmpty()) {
            account.tell(Stage.ROWS, End.ROW_IDS, "with row ids");
        }
        compact(account, copy, before);
        vacuum(account, copy, before);
        if (account.has(End.COMPACTED) && before.count() > 0) {
            long rows = append(account, copy, original, before.count());
            delete(account, copy, original, rows);
        }
        return account;
    }

    private void compareWithList(Account account, String name, Rows rows) {
        if (!listed.has(name)) {
            account.tell(Stage.LISTED, End.NOT_LISTED, "");
            return;
        }
        Optional<String> difference = listed.difference(name, rows);
        account.tell(
                Stage.LISTED,
                difference.isPresent() ? End.OTHER_THAN_LISTED : End.AS_LISTED,
                difference.orElse("equal"));
    }

    private void compact(Account account, Path copy, Rows before) throws IOException {
        Answer answer = sluice.compact(copy);
        switch (answer.kind()) {
            case DONE -> account.tell(Stage.COMPACTION, End.COMPACTED, answer.text());
            case NOTHING_TO_DO -> account.tell(Stage.COMPACTION, End.NOTHING_TO_COMPACT, "nothing to do");
            case REFUSED -> account.tell(Stage.COMPACTION, End.COMPACTION_REFUSED, answer.text());
            case BROKEN -> account.tellBroken(Stage.COMPACTION, answer.text());
        }
        compare(account, Stage.COMPACTION, copy, before);
    }

    private void vacuum(Account account, Path copy, Rows before) throws IOException {
        Answer answer = sluice.vacuum(copy);
        switch (answer.kind()) {
            case DONE -> account.tell(Stage.VACUUM, End.VACUUMED, answer.text() + " files");
            case NOTHING_TO_DO -> account.tell(Stage.VACUUM, End.NOTHING_TO_VACUUM, "nothing to do");
            case REFUSED -> account.tell(Stage.VACUUM, End.VACUUM_REFUSED, answer.text());
            case BROKEN -> account.tellBroken(Stage.VACUUM, answer.text());
        }
        compare(account, Stage.VACUUM, copy, before);
    }

    private void compare(Account account, Stage stage, Path copy, Rows before) {
        try {
            String difference = before.differenceTo(spark.read(copy));
            if (!difference.isEmpty()) {
                account.tellBroken(stage, difference);
            }
        } catch (Exception | AssertionError e) {
            account.tellBroken(stage, "Spark no longer reads it, " + words(e));
        }
    }

    private long append(Account account, Path copy, Path original, long rows) throws IOException {
        return sparkWrites(account, End.APPENDED, copy, original, rows, table -> {
            spark.append(table);
            return OptionalLong.of(1);
        });
    }

    private void delete(Account account, Path copy, Path original, long rows) throws IOException {
        long vectors = deletionVectors(copy);
        sparkWrites(account, End.DELETED, copy, original, rows, table -> {
            OptionalLong deleted = spark.delete(table);
            return deleted.isPresent() ? OptionalLong.of(-deleted.getAsLong()) : deleted;
        });
        if (deletionVectors(copy) > vectors) {
            account.tell(Stage.SPARK, End.DELETION_VECTOR, "deletion vector");
        }
    }

    /**
     * Writes, and counts the rows anew; returns how many there are then. A write that fails on the compacted copy has to
     * fail on an untouched one as well, or it is our doing.
     */
    private long sparkWrites(Account account, End done, Path copy, Path original, long rows, Write write)
            throws IOException {
        try {
            OptionalLong change = write.to(copy);
            if (change.isEmpty()) {
                return rows;
            }
            long after = spark.read(copy).count();
            if (after == rows + change.getAsLong()) {
                account.tell(Stage.SPARK, done, "%+d".formatted(change.getAsLong()));
            } else {
                account.tellBroken(Stage.SPARK, "%d rows, %+d, gave %d".formatted(rows, change.getAsLong(), after));
            }
            return after;
        } catch (Exception | AssertionError e) {
            if (fails(write, copy(original, "untouched/" + done))) {
                account.tell(Stage.SPARK, End.NOT_WRITABLE, words(e));
            } else {
                account.tellBroken(Stage.SPARK, words(e));
            }
            return rows;
        }
    }

    private static boolean fails(Write write, Path table) {
        try {
            write.to(table);
            return false;
        } catch (Exception | AssertionError e) {
            return true;
        }
    }

    private static long deletionVectors(Path table) throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(file -> file.getFileName().toString().startsWith("deletion_vector"))
                    .count();
        }
    }

    private Path copy(Path table, String folder) throws IOException {
        Path target = scratch.resolve(folder).resolve(table.getFileName().toString());
        try (Stream<Path> files = Files.walk(table)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copied = target.resolve(table.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copied);
                } else {
                    Files.copy(file, copied);
                }
            }
        }
        return target.toRealPath();
    }

    /** What went wrong, by the name that Spark has for it where it has one, else by its class; no paths of this machine. */
    private static String words(Throwable failure) {
        Matcher condition = ERROR_CONDITION.matcher(String.valueOf(failure.getMessage()));
        if (condition.find()) {
            return condition.group(1);
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName();
    }
}
