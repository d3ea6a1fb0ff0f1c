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
import org.jspecify.annotations.Nullable;

/** Turns what Kernel throws into Sluice's faults: the one edge where its exceptions are caught. */
final class Refusals {

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
        if (thrown instanceof KernelException
                || thrown instanceof IllegalArgumentException
                || thrown instanceof KernelEngineException
                || thrown instanceof IllegalStateException) {
            return Fault.TABLE_DAMAGED;
        }
        return Fault.INTERNAL;
    }

    /** Kernel has no exception of its own for data types that it cannot read; its messages say so. */
    private static boolean saysUnsupported(Throwable thrown) {
        String message = deepest(thrown).toString().toLowerCase(Locale.ROOT);
        return message.contains("unsupported") || message.contains("not supported");
    }

    private static String sentence(Throwable thrown) {
        Throwable cause = thrown instanceof KernelEngineException ? deepest(thrown) : thrown;
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
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

    private static <T extends Throwable> @Nullable T find(Throwable thrown, Class<T> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
