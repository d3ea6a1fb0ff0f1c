/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.Journal;

/**
 * What Sluice remembers from one command to the next: runs, plans and trends, and the messages on runs.
 *
 * @param outbox beside this journal, so that a run's end and the messages on it are written as one
 */
public record Memory(Journal journal, Outbox outbox) {}
