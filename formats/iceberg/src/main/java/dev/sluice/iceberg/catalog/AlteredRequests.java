/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.apache.iceberg.rest.RESTClient;
import org.jspecify.annotations.Nullable;

/** A client for a REST catalog that alters what it is asked before it asks the catalog; so do the clients made from it. */
final class AlteredRequests {

    private AlteredRequests() {}

    /** @param alter changes the arguments of a call in their places */
    static RESTClient of(RESTClient client, Consumer<@Nullable Object[]> alter) {
        return (RESTClient) Proxy.newProxyInstance(
                RESTClient.class.getClassLoader(),
                new Class<?>[] {RESTClient.class},
                (proxy, method, arguments) -> call(client, alter, method, arguments));
    }

    private static @Nullable Object call(
            RESTClient client,
            Consumer<@Nullable Object[]> alter,
            Method method,
            @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (arguments != null) {
            alter.accept(arguments);
        }
        try {
            Object result = method.invoke(client, arguments);
            return result instanceof RESTClient derived ? of(derived, alter) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
