/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.time.Duration;

/**
 * How many requests may be under way at a time: half as many after the service complained, and then slowly more again. All
 * callers share one, so that repetitions do not add to the load that they are the answer to.
 */
final class Throttle {

    private final int most;
    private final long pause;
    private double allowed;
    private int underWay;
    private long halvedAt = System.nanoTime();

    /** @param pause complaints within this time of one another are one */
    Throttle(int most, Duration pause) {
        this.most = most;
        this.allowed = most;
        this.pause = pause.toNanos();
    }

    /** Waits for its turn; false if the thread was interrupted first. */
    synchronized boolean enter() {
        while (underWay >= (int) allowed) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        underWay++;
        return true;
    }

    synchronized void leave(boolean complained) {
        underWay--;
        if (!complained) {
            allowed = Math.min(most, allowed + 1 / allowed);
        } else if (System.nanoTime() - halvedAt > pause || allowed == most) {
            allowed = Math.max(1, allowed / 2);
            halvedAt = System.nanoTime();
        }
        notifyAll();
    }

    synchronized int allowed() {
        return (int) allowed;
    }
}
