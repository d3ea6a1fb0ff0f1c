/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.Intent;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.report.ReportDraft;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.RunLog;
import dev.sluice.core.table.TableState;
import java.util.function.Supplier;

/**
 * What one run lists of what lies about its table and could be cleaned: before it plans, and again as its commits left it.
 * Neither is done twice where nothing has come of it since.
 */
final class Listings {

    private final RunLog log;
    private final ReportDraft draft;
    private final Stopping stopping;
    private boolean cleaned;
    private boolean current;

    Listings(RunLog log, ReportDraft draft, Stopping stopping) {
        this.log = log;
        this.draft = draft;
        this.stopping = stopping;
    }

    /** Lists what lies below the table before a plan is made, unless a plan before it has removed of it what may go. */
    Leftovers leftovers(Supplier<Leftovers> listing) {
        if (cleaned) {
            return Leftovers.NONE;
        }
        stopping.endIfAsked();
        Leftovers listed = log.done("list", listing, Sentences::listed);
        draft.listed(listed);
        return listed;
    }

    /** Lists the versions that could be forgotten before a plan is made, unless a plan before it has done what it may. */
    Expirable expirable(Supplier<Expirable> listing) {
        if (cleaned) {
            return Expirable.NONE;
        }
        stopping.endIfAsked();
        Expirable listed = log.done("list-versions", listing, Sentences::listed);
        draft.listed(listed);
        return listed;
    }

    /**
     * Lists what lies below the table and which versions could be forgotten, as the run's commits left it, unless it was
     * listed since; of a run that did its work, whoever cancelled it late.
     */
    void afterwards(TableFormat format, TableState state, Intent intent) {
        current = true;
        if (!draft.isListed()) {
            draft.listed(log.done("look", () -> format.leftovers(state, intent.retention()), Sentences::listed));
        }
        if (intent.expiry().isPresent() && !draft.hasListedVersions()) {
            Expiry expiry = intent.expiry().get();
            draft.listed(log.done("look-back", () -> format.expirable(state, expiry), Sentences::listed));
        }
    }

    /** Looks at the table, unless the run has done so and has changed nothing since. */
    void unlessCurrent(Runnable look) {
        if (!current) {
            look.run();
        }
    }

    /** Notes that the run is about to change the table: what it has seen of it may be so no longer. */
    void outdate() {
        current = false;
    }

    /** Notes that the run has cleaned what may go, and plans anew for another reason. */
    void cleaned() {
        cleaned = true;
    }
}
