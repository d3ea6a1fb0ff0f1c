/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.secret;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SecretTest {

    private final AtomicInteger reads = new AtomicInteger();
    private final Secret secret = new Secret("${env:KEY}", () -> "hunter" + reads.incrementAndGet());

    @Test
    void it_is_only_ever_seen_by_its_reference() throws Exception {
        assertThat(secret).hasToString("${env:KEY}");
        assertThat(new ObjectMapper().writeValueAsString(secret)).isEqualTo("\"${env:KEY}\"");
        assertThat(reads).hasValue(0);
    }

    @Test
    void its_value_is_read_anew_at_each_use() {
        assertThat(secret.reveal()).isEqualTo("hunter1");
        assertThat(secret.reveal()).isEqualTo("hunter2");
    }

    @Test
    void equal_references_name_the_same_secret() {
        assertThat(secret)
                .isEqualTo(new Secret("${env:KEY}", () -> "another"))
                .isNotEqualTo(new Secret("${env:OTHER}", () -> "x"));
        assertThat(reads).hasValue(0);
    }
}
