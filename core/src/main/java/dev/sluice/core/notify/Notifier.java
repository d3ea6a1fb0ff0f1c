/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.report.RunReport;

/** Sends a report to people. Its failure never fails a run, and no secret is in what it says. */
public interface Notifier {

    String name();

    void tell(RunReport report);
}
