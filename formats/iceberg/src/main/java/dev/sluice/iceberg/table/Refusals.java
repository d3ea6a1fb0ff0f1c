/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.sql.SQLException;
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

    private static Fault faultOf(Throwable thrown) {
        if (thrown instanceof NoSuchTableException || thrown instanceof NoSuchNamespaceException) {
            return Fault.TABLE_NOT_FOUND;
        }
        if (thrown instanceof NotFoundException) {
            return Fault.TABLE_DAMAGED;
        }
        if (thrown instanceof NotAuthorizedException
                || thrown instanceof ForbiddenException
                || thrown instanceof RESTException
                || find(thrown, SQLException.class) != null
                || find(thrown, IOException.class) != null) {
            return Fault.STORAGE;
        }
        if (thrown instanceof UnsupportedOperationException
                || message(thrown).toLowerCase(Locale.ROOT).contains("unsupported")) {
            return Fault.TABLE_FEATURE_UNSUPPORTED;
        }
        return isFromIceberg(thrown) ? Fault.TABLE_DAMAGED : Fault.INTERNAL;
    }

    /** Much of what Iceberg throws at damaged metadata is a plain exception of Java's, thrown by its own code. */
    private static boolean isFromIceberg(Throwable thrown) {
        return Stream.of(thrown.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("java."))
                .findFirst()
                .filter(name -> name.startsWith("org.apache.iceberg."))
                .isPresent();
    }

    /** What Iceberg says of a database's answer is only what it had wanted; why not, the database alone says. */
    private static String sentence(Throwable thrown) {
        SQLException answer = find(thrown, SQLException.class);
        String line = answer == null || message(thrown).contains(message(answer))
                ? message(thrown)
                : message(thrown) + ": " + message(answer);
        line = line.strip().replaceAll("\\s+", " ");
        return line.endsWith(".") ? line : line + ".";
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
