/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import java.time.Clock;

/** Writes a message into the outbox for each who is to be told of a run; sends none itself. */
public final class Scribe implements Herald {

    private final Subscriptions subscriptions;
    private final Outbox outbox;
    private final Clock clock;

    public Scribe(Subscriptions subscriptions, Outbox outbox, Clock clock) {
        this.subscriptions = subscriptions;
        this.outbox = outbox;
        this.clock = clock;
    }

    @Override
    public void tells(RunReport report, String summary) {
        Occasion occasion = Occasion.of(report);
        for (Subscription subscription : subscriptions.of(report.gate())) {
            if (subscription.on().contains(occasion)) {
                outbox.put(Notice.written(
                        report.run(),
                        subscription.notifier().name(),
                        Wording.of(report, summary),
                        ReportJson.of(report).put("summary", summary).toString(),
                        clock.instant()));
            }
        }
    }
}
