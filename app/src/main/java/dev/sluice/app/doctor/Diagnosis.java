/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.doctor;

import java.util.List;

/**
 * All that was looked at of one table.
 *
 * @param table as it was typed
 */
public record Diagnosis(String table, List<Check> checks) {

    public Diagnosis {
        checks = List.copyOf(checks);
    }

    public long missing() {
        return count(Check.Result.MISSING);
    }

    public long unknown() {
        return count(Check.Result.UNKNOWN);
    }

    private long count(Check.Result result) {
        return checks.stream().filter(check -> check.result() == result).count();
    }
}
