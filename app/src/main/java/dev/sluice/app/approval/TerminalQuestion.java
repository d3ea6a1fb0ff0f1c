/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.approval;

import dev.sluice.app.voice.PlanText;
import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.plan.MaintenancePlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The question to the person at the terminal. Only a typed-out yes is one; without an answer the run waits. */
public final class TerminalQuestion implements Approver {

    private final BufferedReader in;
    private final PrintStream err;
    private final Runnable makeRoom;
    private final String person;
    private final Clock clock;

    /**
     * @param makeRoom takes away what is drawn on the terminal, so that the question stands on a line of its own
     */
    public TerminalQuestion(BufferedReader in, PrintStream err, Runnable makeRoom, String person, Clock clock) {
        this.in = in;
        this.err = err;
        this.makeRoom = makeRoom;
        this.person = person;
        this.clock = clock;
    }

    @Override
    public Answer ask(MaintenancePlan plan) {
        makeRoom.run();
        err.println("%s, version %d".formatted(plan.table(), plan.version()));
        PlanText.of(plan).forEach(err::println);
        while (true) {
            err.print("Carry out exactly these steps? Type yes or no: ");
            err.flush();
            String typed = line();
            if (typed == null || typed.isBlank()) {
                return Approvers.answer(Answer.Kind.NOT_YET, "", plan, clock);
            }
            switch (typed.strip().toLowerCase(Locale.ROOT)) {
                case "yes" -> {
                    return Approvers.answer(Answer.Kind.YES, person, plan, clock);
                }
                case "no" -> {
                    return Approvers.answer(Answer.Kind.NO, person, plan, clock);
                }
                default -> err.println("That is neither yes nor no. An empty line leaves the question open.");
            }
        }
    }

    private @Nullable String line() {
        try {
            return in.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException("The terminal cannot be read", e);
        }
    }
}
