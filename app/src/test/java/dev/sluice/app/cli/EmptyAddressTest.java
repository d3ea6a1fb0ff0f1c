/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.storage.LocalStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No address, or none after the format's name or the bucket's. */
class EmptyAddressTest extends BadInput {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
        assess, "",          TABLE,       The address is empty.
        plan,   " ",         TABLE,       The address is empty.
        run,    delta:,      delta:,      "The address after ""delta:"" is empty."
        fleet,  delta:,      delta:,      "The address after ""delta:"" is empty."
        plan,   s3://,       s3://,       It names no bucket; an address on S3 is written s3://BUCKET/PATH.
        assess, delta:s3://, delta:s3://, It names no bucket; an address on S3 is written s3://BUCKET/PATH.
        """)
    void an_address_that_is_empty(String command, String typed, String place, String why) {
        refused(new LocalStore(), Fault.USAGE, place, why, command, typed);
    }
}
