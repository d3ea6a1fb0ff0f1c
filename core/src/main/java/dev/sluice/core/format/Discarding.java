/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Takes away what an earlier run of ours wrote: of a step's list the files that have the name of the run and that, looked
 * at again, no version of the table has ever held.
 */
public final class Discarding {

    private Discarding() {}

    /** @param traces looks again what became of files, in all versions that the table still knows */
    public static StepOutcome of(Step.Discard step, Store store, Function<List<Location>, Traces> traces) {
        List<Location> planned = step.files().stream()
                .map(file -> Location.parse(file.location()))
                .toList();
        Map<Location, StoredFile> strays = new HashMap<>();
        traces.apply(planned).strays().forEach(file -> strays.put(file.location(), file));
        RemovalLedger ledger = new RemovalLedger();
        Map<Location, Bytes> doomed = new LinkedHashMap<>();
        for (Location file : planned) {
            StoredFile stray = strays.get(file);
            if (stray != null && file.name().contains(step.run())) {
                doomed.put(file, stray.size());
            } else {
                ledger.keep(file, "It is gone already, or the table has come to hold it.");
            }
        }
        ledger.delete(store, doomed);
        Removal account = ledger.account();
        return new StepOutcome.Removed(
                account,
                "Discarded %d files that run %s had written and not committed."
                        .formatted(account.deleted().size(), step.run()));
    }
}
