/**
 * How a report reaches people: what happened, whether anybody wants to hear of it, what is said, and the outbox that it
 * lies in until a {@link Notifier} has handed it over.
 *
 * <p>Knows {@code report} and what stands before it. The module {@code state} implements {@link Outbox}.
 */
@NullMarked
package dev.sluice.core.notify;

import org.jspecify.annotations.NullMarked;
