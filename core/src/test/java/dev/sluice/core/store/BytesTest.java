/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
        0,                     0
        7,                     7340032
        7.5,                   7864320
        512B,                  512
        512 b,                 512
        1K,                    1024
        1KB,                   1024
        1KiB,                  1024
        1 kib,                 1024
        128MB,                 134217728
        128 MiB,               134217728
        1.5GB,                 1610612736
        2T,                    2199023255552
        8191P,                 9222246136947933184
        9007199254740993B,     9007199254740993
        9223372036854775807B,  9223372036854775807
        """)
    void a_size_is_read_exactly_and_a_bare_number_counts_in_the_given_unit(String text, long bytes) {
        assertThat(Bytes.parse(text, Bytes.ofMebibytes(1)).count()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "MB", "-1MB", "1,5MB", "1.MB", "1EB", "1MBB", "128 MB s", "1e3", "1i", "٣MB"})
    void what_is_no_size_is_refused(String text) {
        assertThatThrownBy(() -> Bytes.parse(text, Bytes.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"" + text + "\" is not a size; write it like 128MB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808B", "8192P", "99999999999999999999"})
    void what_is_too_large_is_refused(String text) {
        assertThatThrownBy(() -> Bytes.parse(text, Bytes.of(1))).hasMessageContaining("is too large for a size");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        0,                   0 B
        1023,                1023 B
        1024,                1.0 KiB
        1536,                1.5 KiB
        1048524,             1023.9 KiB
        1048575,             1.0 MiB
        1048576,             1.0 MiB
        134217728,           128.0 MiB
        64172851,            61.2 MiB
        1610612736,          1.5 GiB
        9223372036854775807, 8192.0 PiB
        """)
    void its_text_has_one_decimal_and_a_unit_below_1024(long bytes, String text) {
        assertThat(Bytes.of(bytes)).hasToString(text);
    }

    @Test
    void it_is_never_negative_and_never_overflows() {
        assertThatThrownBy(() -> Bytes.of(-1)).hasMessageContaining("cannot be negative");
        assertThatThrownBy(() -> Bytes.ofGibibytes(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Bytes.of(Long.MAX_VALUE).plus(Bytes.of(1))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void it_compares_by_its_count() {
        assertThat(Bytes.ofMebibytes(1)).isEqualTo(Bytes.ofKibibytes(1024)).isGreaterThan(Bytes.of(1_000_000));
        assertThat(Bytes.of(1).isSmallerThan(Bytes.of(1))).isFalse();
        assertThat(Bytes.of(0).isSmallerThan(Bytes.of(1))).isTrue();
        assertThat(Bytes.ofMebibytes(3).mebibytes()).isEqualTo(3.0);
    }
}
