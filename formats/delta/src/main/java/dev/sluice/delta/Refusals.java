/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns what Kernel throws into Sluice's faults: the one edge where its exceptions are caught. */
final class Refusals {

    /** Kernel asks for a version from the catalog where a catalog owns the commits. */
    private static final String CATALOG_OWNED = "maxcatalogversion";

    private Refusals() {}

    /** Does something with Kernel, for a table or one of its files. */
    static <T extends @Nullable Object> T refusing(String subject, Supplier<T> work) {
        try {
            return work.get();
        } catch (GateException e) {
            throw e;
        } catch (RuntimeException e) {
            throw of(subject, e);
        }
    }

    /** As a fault with the table or file as its subject. */
    static GateException of(String subject, Throwable thrown) {
        GateException ours = find(thrown, GateException.class);
        if (ours != null) {
            return ours;
        }
        return new GateException(faultOf(thrown), subject, sentence(thrown), thrown);
    }

    private static Fault faultOf(Throwable thrown) {
        if (thrown instanceof TableNotFoundException) {
            return Fault.TABLE_NOT_FOUND;
        }
        if (thrown instanceof UnsupportedTableFeatureException
                || thrown instanceof UnsupportedProtocolVersionException
                || thrown instanceof UnsupportedOperationException
                || saysUnsupported(thrown)) {
            return Fault.TABLE_FEATURE_UNSUPPORTED;
        }
        if (thrown instanceof KernelEngineException && find(thrown, IOException.class) != null) {
            return Fault.STORAGE;
        }
        return thrown instanceof KernelException || isFromKernel(thrown) ? Fault.TABLE_DAMAGED : Fault.INTERNAL;
    }

    /** Much of what Kernel throws at a damaged log is a plain RuntimeException, thrown by its own code. */
    private static boolean isFromKernel(Throwable thrown) {
        return Stream.of(thrown.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("java."))
                .findFirst()
                .filter(name -> name.startsWith("io.delta.kernel."))
                .isPresent();
    }

    /** Kernel has no exception of its own for data types that it cannot read; its messages say so. */
    private static boolean saysUnsupported(Throwable thrown) {
        String message = deepest(thrown).toString().toLowerCase(Locale.ROOT);
        return message.contains("unsupported") || message.contains("not supported") || message.contains(CATALOG_OWNED);
    }

    private static String sentence(Throwable thrown) {
        Throwable cause = thrown instanceof KernelEngineException ? deepest(thrown) : thrown;
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        if (message.toLowerCase(Locale.ROOT).contains(CATALOG_OWNED)) {
            return "A catalog owns the commits of this table (catalogManaged); Sluice leaves it to the catalog.";
        }
        String line = message.strip().replaceAll("\\s+", " ");
        return line.endsWith(".") ? line : line + ".";
    }

    private static Throwable deepest(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** What something was thrown for, of a type; null where nothing of it is among the causes. */
    static <T extends Throwable> @Nullable T find(Throwable thrown, Class<T> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
