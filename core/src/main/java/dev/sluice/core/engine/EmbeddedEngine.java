/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.engine;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.plan.Step;

/** The engine that works in this process, through the table format itself. */
public final class EmbeddedEngine implements Engine {

    private final Formats formats;

    public EmbeddedEngine(Formats formats) {
        this.formats = formats;
    }

    @Override
    public String name() {
        return "embedded";
    }

    @Override
    public StepOutcome carryOut(Step step, ApprovedPlan approved, Passage passage) {
        TableChanger changer = formats.of(approved.plan().table()).changer();
        return switch (step.kind()) {
            case COMPACT -> changer.compact(approved, (Step.Compact) step, passage);
            case PRUNE -> changer.prune(approved, (Step.Prune) step, passage);
            case DISCARD -> changer.discard(approved, (Step.Discard) step, passage);
            case REWRITE_MANIFESTS -> changer.rewriteManifests(approved, (Step.RewriteManifests) step, passage);
            case EXPIRE -> changer.expire(approved, (Step.Expire) step, passage);
            case REMOVE -> changer.remove(approved, (Step.Remove) step, passage);
        };
    }
}
