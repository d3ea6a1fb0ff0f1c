/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.testkit.StoreContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class S3StoreTest extends StoreContract {

    private static S3Emulator emulator;
    private static S3Store store;

    private final Location folder = Location.parse("s3://lake/" + UUID.randomUUID());

    @BeforeAll
    static void start() {
        emulator = S3Emulator.inMemory(Emulated.BUCKET);
        store = new S3Store(Emulated.storage(emulator.address()).within(S3Limits.DEFAULT));
    }

    @AfterAll
    static void stop() {
        store.close();
        emulator.close();
    }

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Location folder() {
        return folder;
    }

    @Override
    protected boolean tellsWhatWasAbsent() {
        return false;
    }
}
