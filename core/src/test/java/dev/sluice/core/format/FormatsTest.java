/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.testing.FakeFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatsTest {

    private final FakeFormat fake = new FakeFormat(aTable().build(), new ArrayList<>());
    private final Formats formats = new Formats(List.of(fake));

    @Test
    void a_format_is_found_by_its_name_or_by_what_lives_at_a_place() {
        assertThat(formats.of(ORDERS)).isSameAs(fake);
        assertThat(formats.livingAt(Location.parse("/lake/orders"))).containsSame(fake);
        assertThat(formats.livingAt(Location.parse("/lake/returns"))).isEmpty();
    }

    @Test
    void an_unknown_format_is_refused_with_those_that_are_known() {
        assertThatThrownBy(() -> formats.of(new TableRef("hudi", "/lake/orders")))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.USAGE);
                    assertThat(e.reason()).isEqualTo("There is no table format \"hudi\"; there is fake.");
                });
    }
}
