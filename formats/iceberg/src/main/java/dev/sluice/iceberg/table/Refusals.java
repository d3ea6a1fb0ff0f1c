/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.jspecify.annotations.Nullable;

/** Turns what Iceberg's libraries throw into Sluice's faults: the one edge where their exceptions are caught. */
public final class Refusals {

    /** Of Avro and JSON: what these throw while they read is of the file and not of the storage. */
    private static final List<String> PARSERS = List.of("org.apache.avro.", "com.fasterxml.jackson.");

    private static final String ANOTHER_ID = "Table UUID does not match";

    /** So many characters are told of a reason. */
    private static final int LONGEST = 200;

    private Refusals() {}

    /** Does something with Iceberg's libraries, for a table or one of its files. */
    public static <T extends @Nullable Object> T refusing(String subject, Supplier<T> work) {
        try {
            return work.get();
        } catch (GateException e) {
            throw e;
        } catch (RuntimeException e) {
            throw of(subject, e);
        }
    }

    /** As a fault with the table or file as its subject. */
    public static GateException of(String subject, Throwable thrown) {
        GateException ours = find(thrown, GateException.class);
        if (ours != null) {
            return ours;
        }
        return new GateException(faultOf(thrown), subject, sentence(thrown), thrown);
    }

    /** What Iceberg's operations say where a table was dropped and its name given to another. */
    private static boolean isOfAnotherTable(Throwable thrown) {
        return thrown instanceof IllegalStateException && message(thrown).startsWith(ANOTHER_ID);
    }

    private static Fault faultOf(Throwable thrown) {
        if (thrown instanceof NoSuchTableException || thrown instanceof NoSuchNamespaceException) {
            return Fault.TABLE_NOT_FOUND;
        }
        if (isOfAnotherTable(thrown)) {
            return Fault.VERSION_FORGOTTEN;
        }
        if (thrown instanceof NotFoundException) {
            return Fault.TABLE_DAMAGED;
        }
        IOException reading = find(thrown, IOException.class);
        if (thrown instanceof NotAuthorizedException
                || thrown instanceof ForbiddenException
                || thrown instanceof RESTException
                || find(thrown, SQLException.class) != null
                || (reading != null && !isFrom(reading, PARSERS))) {
            return Fault.STORAGE;
        }
        if (reading != null) {
            return Fault.TABLE_DAMAGED;
        }
        if (thrown instanceof UnsupportedOperationException
                || message(thrown).toLowerCase(Locale.ROOT).contains("unsupported")) {
            return Fault.TABLE_FEATURE_UNSUPPORTED;
        }
        return isFrom(thrown, List.of("org.apache.iceberg.")) ? Fault.TABLE_DAMAGED : Fault.INTERNAL;
    }

    /** Much of what is thrown at damaged metadata is a plain exception of Java's, thrown by the code that reads it. */
    private static boolean isFrom(Throwable thrown, List<String> packages) {
        return Stream.of(thrown.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("java."))
                .findFirst()
                .filter(name -> packages.stream().anyMatch(name::startsWith))
                .isPresent();
    }

    /** Iceberg often says only what it had wanted; why not, the database, the network or the file says. */
    private static String sentence(Throwable thrown) {
        if (isOfAnotherTable(thrown)) {
            return "Another table has taken its place, as its id tells.";
        }
        Exception answer = find(thrown, SQLException.class);
        if (answer == null) {
            answer = find(thrown, IOException.class);
        }
        String line = oneLine(thrown);
        if (answer != null && !line.contains(oneLine(answer))) {
            String why = oneLine(answer);
            line += ": " + (why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why);
        }
        return line.endsWith(".") ? line : line + ".";
    }

    private static String oneLine(Throwable thrown) {
        return message(thrown).strip().replaceAll("\\s+", " ");
    }

    private static String message(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    private static <T extends Throwable> @Nullable T find(Throwable thrown, Class<T> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
