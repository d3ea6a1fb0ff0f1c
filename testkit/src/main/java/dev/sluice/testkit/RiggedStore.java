/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A store of which some calls do something else than they should. */
public final class RiggedStore {

    private RiggedStore() {}

    /** What a call does instead. */
    @FunctionalInterface
    public interface Instead {
        Object answer(Store store, Object[] arguments);
    }

    /** @param rigged by the name of the call */
    public static Store of(Store store, Map<String, Instead> rigged) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    Instead instead = rigged.get(method.getName());
                    return instead == null ? through(store, method, arguments) : instead.answer(store, arguments);
                });
    }

    /** One that says of some of its files that they lie in an archive, as a service would. */
    public static Store archiving(Store store, Predicate<StoredFile> isArchived) {
        UnaryOperator<StoredFile> told =
                file -> new StoredFile(file.location(), file.size(), file.modifiedAt(), isArchived.test(file));
        return of(
                store,
                Map.of(
                        "list",
                                (below, arguments) ->
                                        below.list((Location) arguments[0]).map(told),
                        "listFrom",
                                (below, arguments) -> below.listFrom((Location) arguments[0], (String) arguments[1])
                                        .map(told),
                        "find",
                                (below, arguments) ->
                                        below.find((Location) arguments[0]).map(told)));
    }

    private static Object through(Store store, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
