/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import java.util.List;

/**
 * Hands messages over to people or programs. It is asked for one attempt at a time and answers with a value; when to try
 * again is not its matter. It never throws, never takes longer than its time-outs, and no secret is in its name, in what it
 * sends as text, or in its reasons.
 */
public interface Notifier {

    /**
     * Its kind and where it sends to, known by references: {@code slack ${env:SLACK_WEBHOOK_URL}}. Two of one name send to
     * the same place.
     */
    String name();

    /**
     * Tries once to hand over a message.
     *
     * @param reports of the runs that the message is on, each as JSON
     */
    Outcome tell(Message message, List<String> reports);
}
