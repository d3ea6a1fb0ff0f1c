/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The machine that a store and a journal work on: counts their operations in one row, lets single ones fail, and can lose
 * its power, which ends both at once. What others do at the same time is put between two operations.
 */
public final class Machine {

    private final FaultPlan plan;
    private final Map<Long, Runnable> others = new HashMap<>();
    private final List<FaultPlan.Operation> operations = new ArrayList<>();
    private final List<Supplier<?>> underWay = new ArrayList<>();
    private boolean dead;

    public Machine(FaultPlan plan) {
        this.plan = plan;
    }

    /** One on which nothing goes wrong. */
    public static Machine sound() {
        return new Machine(FaultPlan.NONE);
    }

    /** Lets somebody else act, undisturbed, just before the n-th operation. */
    public synchronized Machine before(long n, Runnable other) {
        others.put(n, other);
        return this;
    }

    /** The operations so far, those that failed included. */
    public synchronized List<FaultPlan.Operation> operations() {
        return List.copyOf(operations);
    }

    public synchronized boolean isDead() {
        return dead;
    }

    /** Does one operation, or as much of it as the plan allows. One at a time: the order is what is being tested. */
    synchronized <T> T does(String name, String subject, Supplier<T> effect) {
        if (dead) {
            throw failure(name, subject, "The power is cut.");
        }
        FaultPlan.Operation operation = new FaultPlan.Operation(operations.size() + 1, name, subject);
        operations.add(operation);
        Runnable other = others.remove(operation.number());
        if (other != null) {
            other.run();
        }
        FaultPlan.Event event = plan.at(operation);
        if (event == FaultPlan.Event.NOTHING) {
            return effect.get();
        }
        dead = event.cutsThePower(); // also where the effect itself comes to nothing
        Optional<T> unheard = event.comesAfter() ? Optional.of(effect.get()) : Optional.empty();
        if (event == FaultPlan.Event.COMES_LATE) {
            underWay.add(effect);
        }
        if (event.leavesInDoubt() && operation.mayComeLate()) {
            throw new GateException(Fault.UNANSWERED, subject, "No answer came to %s.".formatted(operation));
        }
        throw failure(
                name,
                subject,
                "%s %s %s."
                        .formatted(
                                dead ? "The power was cut" : "It failed",
                                unheard.isPresent() ? "after" : "before",
                                operation));
    }

    /** Lets happen, power or not, what was sent and had not happened yet. */
    public synchronized void arrive() {
        for (Supplier<?> late : underWay) {
            Object ignored = late.get();
        }
        underWay.clear();
    }

    void act(String name, String subject, Runnable effect) {
        does(name, subject, () -> {
            effect.run();
            return true;
        });
    }

    /** For what answers without a chance to fail on its own, such as reading a journal: works as long as there is power. */
    synchronized void needsPower(String name, String subject) {
        if (dead) {
            throw failure(name, subject, "The power is cut.");
        }
    }

    private static GateException failure(String name, String subject, String reason) {
        return new GateException(Fault.STORAGE, subject, "%s did not succeed. %s".formatted(name, reason));
    }
}
