/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RealPlacesTest {

    private final List<Location> asked = new ArrayList<>();

    /** A store in which {@code /link} is another name of {@code /t}, and which answers no other question. */
    private final RealPlaces places = new RealPlaces((Store) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("realPlace");
                Location folder = (Location) arguments[0];
                asked.add(folder);
                return Location.parse(folder.path().replaceFirst("^/link", "/t"));
            }));

    @Test
    void a_file_lies_where_its_folder_does_and_the_store_is_asked_once_for_each_folder() {
        assertThat(places.of(Location.local("/link/data/a"))).isEqualTo(Location.local("/t/data/a"));
        assertThat(places.of(Location.local("/link/data/b"))).isEqualTo(Location.local("/t/data/b"));
        assertThat(places.ofFolder(Location.local("/link/data"))).isEqualTo(Location.local("/t/data"));
        assertThat(places.of(Location.local("/t/data/a"))).isEqualTo(Location.local("/t/data/a"));

        assertThat(asked).containsExactly(Location.local("/link/data"), Location.local("/t/data"));
    }

    @Test
    void a_link_in_the_place_of_a_file_itself_is_not_followed() {
        assertThat(places.of(Location.local("/link"))).isEqualTo(Location.local("/link"));
        assertThat(places.of(Location.local("/"))).isEqualTo(Location.local("/"));
    }
}
