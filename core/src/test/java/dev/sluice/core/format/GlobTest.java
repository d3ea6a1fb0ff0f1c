/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Location;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /lake/**            | /lake                    | true
        /lake/**            | /lake/orders             | true
        /lake/**            | /lake/sales/eu/orders    | true
        /lake/**            | /lakeside/orders         | false
        /lake/**            | /lake/_staging/orders    | false
        /lake/**            | /lake/sales/.tmp         | false
        /lake/*             | /lake                    | false
        /lake/*             | /lake/orders             | true
        /lake/*             | /lake/sales/orders       | false
        /lake/*             | /lake/_hidden            | false
        /lake/_*            | /lake/_hidden            | true
        /lake/_*            | /lake/orders             | false
        /lake/?rders        | /lake/_rders             | false
        /lake/*/orders      | /lake/sales/orders       | true
        /lake/*/orders      | /lake/orders             | false
        /lake/**/orders     | /lake/orders             | true
        /lake/**/orders     | /lake/a/b/c/orders       | true
        /lake/**/orders     | /lake/a/b/c/orders2      | false
        /lake/**/eu/**      | /lake/a/eu               | true
        /lake/**/eu/**      | /lake/a/eu/b/c           | true
        /lake/**/eu/**      | /lake/a/us/b/c           | false
        /lake/**/**/**      | /lake/a                  | true
        /lake/or*s          | /lake/orders             | true
        /lake/or*s          | /lake/orders_old         | false
        /lake/o*d*r*        | /lake/orders             | true
        /lake/order?        | /lake/orders             | true
        /lake/order?        | /lake/order              | false
        /lake/order?        | /lake/order😀            | true
        /lake/a.b           | /lake/axb                | false
        /lake/[ab]          | /lake/a                  | false
        /lake/[ab]          | /lake/[ab]               | true
        /**                 | /                        | true
        /**                 | /lake                    | true
        s3://lake/**        | s3://lake/orders         | true
        s3://lake/**        | s3://lake2/orders        | false
        s3://lake/**        | /lake/orders             | false
        """)
    void matches(String pattern, String folder, boolean expected) {
        assertThat(glob(pattern).matches(Location.parse(folder))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /lake/*/orders      | /lake/sales              | true
        /lake/*/orders      | /lake/sales/orders       | true
        /lake/*/orders      | /lake/sales/returns      | false
        /lake/*/orders      | /lake/sales/orders/deep  | false
        /lake/**            | /lake/a/b/c              | true
        /lake/**            | /lake/a/_delta_log       | false
        /lake/**/orders     | /lake/a/b                | true
        /lake/orders        | /lake/returns            | false
        """)
    void tells_where_looking_deeper_is_of_no_use(String pattern, String folder, boolean expected) {
        assertThat(glob(pattern).mayMatchAtOrBelow(Location.parse(folder))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /lake/**            | /lake
        /lake/sales/*/x     | /lake/sales
        /lake/or*           | /lake
        /*                  | /
        s3://lake/**        | s3://lake/
        s3://lake/a/b*/c    | s3://lake/a
        /lake/orders        | /lake/orders
        """)
    void begins_where_nothing_is_wild(String pattern, String base) {
        assertThat(glob(pattern).base()).isEqualTo(Location.parse(base));
    }

    @Test
    void covers_what_lies_below_a_match() {
        assertThat(glob("/lake/tmp").covers(Location.parse("/lake/tmp/a/b"))).isTrue();
        assertThat(glob("/lake/tmp*").covers(Location.parse("/lake/tmp2/a/b"))).isTrue();
        assertThat(glob("/lake/tmp").covers(Location.parse("/lake/tmp2"))).isFalse();
    }

    @Test
    void many_stars_cost_little() {
        String pattern = "/" + "*a".repeat(40) + "/**/a/**/b/**/c/**";

        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThat(glob(pattern).matches(Location.local("/" + "a".repeat(200) + "/a".repeat(60))))
                        .isFalse());
    }

    private static Glob glob(String pattern) {
        return Glob.of(Location.parse(pattern));
    }
}
