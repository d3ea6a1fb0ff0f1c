/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A notifier that keeps what it was told, and answers as its script says; after that it answers that all is well. */
public final class FakeNotifier implements Notifier {

    private final String name;
    private final Deque<Outcome> script = new ArrayDeque<>();
    private final List<Message> told = new ArrayList<>();
    private final List<List<String>> reports = new ArrayList<>();
    private Runnable meanwhile = () -> {};

    public FakeNotifier(String name) {
        this.name = name;
    }

    public FakeNotifier answers(Outcome... outcomes) {
        script.addAll(List.of(outcomes));
        return this;
    }

    /** Something happens while it is told. */
    public void whileTold(Runnable event) {
        meanwhile = event;
    }

    /** Every attempt, also those that failed. */
    public List<Message> told() {
        return List.copyOf(told);
    }

    public List<List<String>> reports() {
        return List.copyOf(reports);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Outcome tell(Message message, List<String> ofRuns) {
        told.add(message);
        reports.add(ofRuns);
        meanwhile.run();
        Outcome scripted = script.poll();
        return scripted == null ? new Outcome.Sent() : scripted;
    }
}
