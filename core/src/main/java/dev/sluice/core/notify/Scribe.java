/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import java.time.Clock;
import java.util.List;

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
    public void tells(RunReport report, String summary, Runnable end) {
        List<Notice> notices = notices(report, summary);
        outbox.atOnce(() -> {
            end.run();
            notices.forEach(outbox::put);
        });
    }

    private List<Notice> notices(RunReport report, String summary) {
        Occasion occasion = Occasion.of(report);
        return subscriptions.of(report.gate()).stream()
                .filter(subscription -> subscription.on().contains(occasion))
                .map(subscription -> Notice.written(
                        report.run(),
                        subscription.notifier().name(),
                        Wording.of(report, summary),
                        ReportJson.of(report).put("summary", summary).toString(),
                        clock.instant()))
                .toList();
    }
}
