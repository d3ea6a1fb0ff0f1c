/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fault;

/**
 * The kinds of failure, a closed list: each has somebody to blame, a stable exit code and a remedy, so that no refusal
 * can be written without one.
 */
public enum Fault {
    USAGE(Blame.OWNER, 64, "Run `sluice --help` to see the commands and their options."),
    CONFIG_INVALID(Blame.OWNER, 78, "Correct the value and start again; nothing was touched."),
    TABLE_NOT_FOUND(
            Blame.OWNER,
            10,
            "Check the address: a table's own folder, or CATALOG/NAMESPACE.TABLE for one that a catalog keeps."),
    TABLE_FEATURE_UNSUPPORTED(
            Blame.OWNER, 11, "The table was not changed. Maintain it with the engine that wrote it until Sluice can."),
    TABLE_DAMAGED(
            Blame.OWNER,
            12,
            "The table was not changed. Restore what is missing with the engine that wrote it, then assess again."),
    PLAN_STALE(Blame.NOBODY, 20, "Assess again and approve the new plan."),
    TABLE_BUSY(Blame.NOBODY, 21, "Try again when the other run has ended; `sluice runs` shows it."),
    /** What was being read is no longer there, and rightly so. */
    VERSION_FORGOTTEN(
            Blame.NOBODY,
            22,
            "Run again. If it happens often, let the table's versions live for longer than a run takes."),
    UNSAFE(Blame.OWNER, 30, "Nothing was deleted. Read the reason; Sluice does not guess where data can be lost."),
    NOT_AN_APPROVER(
            Blame.OWNER,
            31,
            "Nothing was changed. Let one of the gate's approvers answer; `sluice runs --waiting` lists what waits."),
    COMMIT_UNKNOWN(
            Blame.STORAGE,
            40,
            "No file was cleaned up. Look in the table's history for the run's id before anything is tried again."),
    STORAGE(
            Blame.STORAGE,
            41,
            "Check that the storage can be reached and that its permissions suffice, then try again."),
    /** A write of which nobody can say whether it happened: it may be there already, or still arrive. */
    UNANSWERED(
            Blame.STORAGE,
            42,
            "What was to be written may be there already or still appear. Look for it before anything is tried again."),
    VERIFICATION_FAILED(
            Blame.GATE,
            50,
            "Nothing final was done after the failed check. Keep the table as it is and report the numbers."),
    INTERNAL(Blame.GATE, 70, "This is a fault in Sluice. Report it with the message and the run's id.");

    private final Blame blame;
    private final int exitCode;
    private final String remedy;

    Fault(Blame blame, int exitCode, String remedy) {
        this.blame = blame;
        this.exitCode = exitCode;
        this.remedy = remedy;
    }

    public Blame blame() {
        return blame;
    }

    /** The process exit code, documented and stable. */
    public int exitCode() {
        return exitCode;
    }

    /** What the reader can do about it: one or two full sentences. */
    public String remedy() {
        return remedy;
    }
}
