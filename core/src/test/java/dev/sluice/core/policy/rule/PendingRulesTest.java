/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import static dev.sluice.core.policy.rule.RuleCases.expect;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.store.Bytes;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PendingRulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        files | urgency | text
        0     | FINE    | 0 small files are pending (limit 10)
        1     | FINE    | 1 small file is pending (limit 10)
        9     | FINE    | 9 small files are pending (limit 10)
        10    | DUE     | 10 small files are pending (limit 10)
        11    | DUE     | 11 small files are pending (limit 10)
        """, useHeadersInDisplayName = true)
    void pending_files_are_due_from_their_limit_on(int files, Urgency urgency, String text) {
        expect(
                new TooManyPendingFiles(10),
                RuleCases.pending(files, Bytes.ofMebibytes(files), Duration.ZERO),
                Code.PENDING_FILES,
                urgency,
                text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        bytes     | urgency | text
        0         | FINE    | 0 B in small files are pending (limit 256.0 MiB)
        268435455 | FINE    | 256.0 MiB in small files are pending (limit 256.0 MiB)
        268435456 | DUE     | 256.0 MiB in small files are pending (limit 256.0 MiB)
        536870912 | DUE     | 512.0 MiB in small files are pending (limit 256.0 MiB)
        """, useHeadersInDisplayName = true)
    void pending_bytes_are_due_from_their_limit_on(long bytes, Urgency urgency, String text) {
        expect(
                new TooManyPendingBytes(Bytes.ofMebibytes(256)),
                RuleCases.pending(bytes == 0 ? 0 : 1, Bytes.of(bytes), Duration.ZERO),
                Code.PENDING_BYTES,
                urgency,
                text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        files | age      | limit | urgency | text
        0     | PT0S     | PT2H  | FINE    | No file is pending (limit 2 h)
        1     | PT45S    | PT2H  | FINE    | The oldest pending file has waited 45 s (limit 2 h)
        1     | PT1H59M  | PT2H  | FINE    | The oldest pending file has waited 1 h 59 min (limit 2 h)
        1     | PT2H     | PT2H  | FINE    | The oldest pending file has waited 2 h (limit 2 h)
        1     | PT2H0.5S | PT2H  | DUE     | The oldest pending file has waited 2 h (limit 2 h)
        1     | PT49H5M  | PT2H  | DUE     | The oldest pending file has waited 49 h 5 min (limit 2 h)
        1     | PT-5M    | PT2H  | FINE    | The oldest pending file has waited 0 s (limit 2 h)
        1     | PT900H   | PT0S  | FINE    | The oldest pending file has waited 900 h (no limit)
        0     | PT0S     | PT0S  | FINE    | No file is pending (no limit)
        """, useHeadersInDisplayName = true)
    void waiting_is_due_once_it_is_longer_than_its_limit(
            int files, Duration age, Duration limit, Urgency urgency, String text) {
        expect(
                new PendingTooLong(limit),
                RuleCases.pending(files, Bytes.ofMebibytes(1), age),
                Code.MAX_WAIT,
                urgency,
                text);
    }
}
