/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;

/** A store of which some calls do something else than they should. */
final class RiggedStore {

    private RiggedStore() {}

    /** What a call does instead. */
    @FunctionalInterface
    interface Instead {
        Object answer(Store store, Object[] arguments);
    }

    /** @param rigged by the name of the call */
    static Store of(Store store, Map<String, Instead> rigged) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    Instead instead = rigged.get(method.getName());
                    return instead == null ? through(store, method, arguments) : instead.answer(store, arguments);
                });
    }

    private static Object through(Store store, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
