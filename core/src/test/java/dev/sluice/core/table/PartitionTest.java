/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.table.Partition.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionTest {

    private static final List<Partition> IN_ORDER = List.of(
            Partition.WHOLE_TABLE,
            new Partition(List.of(new Field("day", null))),
            new Partition(List.of(new Field("day", ""))),
            new Partition(List.of(new Field("day", "1"))),
            new Partition(List.of(new Field("day", "1"), new Field("hour", null))),
            new Partition(List.of(new Field("day", "1"), new Field("hour", "2"))),
            new Partition(List.of(new Field("day", "1/hour=2"))),
            new Partition(List.of(new Field("day", "null"))),
            new Partition(List.of(new Field("hour", "0"))));

    @Test
    void partitions_have_one_order_in_which_only_equals_are_level() {
        List<Partition> turned = new ArrayList<>(IN_ORDER);
        Collections.reverse(turned);
        Collections.sort(turned);

        assertThat(turned).isEqualTo(IN_ORDER);
        for (Partition one : IN_ORDER) {
            for (Partition other : IN_ORDER) {
                assertThat(one.compareTo(other) == 0).isEqualTo(one.equals(other));
            }
        }
    }

    @Test
    void its_text_is_that_of_a_path() {
        assertThat(Partition.WHOLE_TABLE).hasToString("whole table");
        assertThat(IN_ORDER.get(5)).hasToString("day=1/hour=2");
    }
}
