/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.ErrorHandler;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.jspecify.annotations.Nullable;

/**
 * A client for a REST catalog that tells a commit that was refused. Iceberg's own knows few statuses by name, and takes any
 * other, such as that of a session that has ended (419), for an outcome that nobody knows.
 */
final class RefusedRequests {

    /** The server gave up waiting for a request that it may have had in full. */
    private static final int TIMED_OUT = 408;

    private RefusedRequests() {}

    static RESTClient telling(RESTClient client) {
        return AlteredRequests.of(client, RefusedRequests::alter);
    }

    private static void alter(@Nullable Object[] arguments) {
        if (Stream.of(arguments).anyMatch(UpdateTableRequest.class::isInstance)) {
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof ErrorHandler handler) {
                    arguments[i] = new Telling(handler);
                }
            }
        }
    }

    /** Iceberg's own handler, and what it knows by no name. */
    private static final class Telling extends ErrorHandler {
        private final ErrorHandler handler;

        Telling(ErrorHandler handler) {
            this.handler = handler;
        }

        @Override
        public ErrorResponse parseResponse(int code, String json) {
            return handler.parseResponse(code, json);
        }

        @Override
        public void accept(ErrorResponse error) {
            try {
                handler.accept(error);
            } catch (RESTException e) {
                if (!(e instanceof CleanableFailure) && isRefusal(error.code())) {
                    throw new SurelyNotCommitted(new GateException(
                            Fault.STORAGE,
                            "catalog",
                            "The catalog refuses the commit with status %d: %s."
                                    .formatted(error.code(), error.message()),
                            e));
                }
                throw e;
            }
        }

        private static boolean isRefusal(int status) {
            return status >= 300 && status < 500 && status != TIMED_OUT;
        }
    }
}
