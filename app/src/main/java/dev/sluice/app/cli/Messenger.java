/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.voice.NoticeText;
import dev.sluice.core.notify.Courier;
import dev.sluice.core.notify.Herald;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Outbox;
import dev.sluice.core.notify.Scribe;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a command does about messages: they are written down as its runs end, and delivered when it is done, with those
 * that earlier commands could not deliver. Whatever becomes of them, the runs are as they are.
 */
final class Messenger implements Herald {

    private static final String STEP = "notify";

    private final Supplier<Subscriptions> subscriptions;
    private final Outbox outbox;
    private final Courier courier;
    private final Watcher watcher;
    private final Clock clock;
    private final List<RunId> heardOf = new ArrayList<>();

    /** @param subscriptions asked for once a run has come to its end */
    Messenger(Supplier<Subscriptions> subscriptions, Outbox outbox, Courier courier, Watcher watcher, Clock clock) {
        this.subscriptions = subscriptions;
        this.outbox = outbox;
        this.courier = courier;
        this.watcher = watcher;
        this.clock = clock;
    }

    @Override
    public void tells(RunReport report, String summary, Runnable end) {
        heardOf.add(report.run());
        new Scribe(subscriptions.get(), outbox, clock).tells(report, summary, end);
    }

    List<Notice> of(RunId run) {
        return outbox.of(run);
    }

    /** Delivers what waits, if a run has come to its end meanwhile, and tells the watcher what came of it. */
    void deliver() {
        if (heardOf.isEmpty()) {
            return;
        }
        Instant start = clock.instant();
        List<StepRecord> ended = new ArrayList<>();
        try {
            Collection<Notifier> notifiers = subscriptions.get().notifiers();
            if (!notifiers.isEmpty()) {
                watcher.begins(STEP);
                List<Notice> told = courier.deliver(notifiers);
                notifiers.forEach(notifier -> ended.addAll(ends(notifier.name(), told, start)));
            }
        } catch (RuntimeException e) {
            ended.add(record(
                    StepRecord.Outcome.FAILED,
                    start,
                    "The messages were not delivered and stay in the outbox: %s."
                            .formatted(e.getClass().getSimpleName())));
        }
        ended.forEach(watcher::ends);
    }

    private List<StepRecord> ends(String notifier, List<Notice> told, Instant start) {
        List<Notice> its = told.stream()
                .filter(notice -> notice.notifier().equals(notifier))
                .toList();
        List<Notice> now = its.isEmpty() ? waitingFor(notifier) : its;
        return now.isEmpty() ? List.of() : List.of(record(outcome(now), start, NoticeText.of(notifier, now)));
    }

    /** What this command's runs left that was not even tried, since the receiver is to be left alone. */
    private List<Notice> waitingFor(String notifier) {
        return heardOf.stream()
                .flatMap(run -> outbox.of(run).stream())
                .filter(notice -> notice.notifier().equals(notifier))
                .filter(notice -> notice.standing() == Notice.Standing.WAITING)
                .toList();
    }

    private static StepRecord.Outcome outcome(List<Notice> notices) {
        return notices.stream().allMatch(notice -> notice.standing() == Notice.Standing.SENT)
                ? StepRecord.Outcome.DONE
                : StepRecord.Outcome.FAILED;
    }

    private StepRecord record(StepRecord.Outcome outcome, Instant start, String text) {
        return new StepRecord(STEP, outcome, start, Duration.between(start, clock.instant()), text);
    }
}
