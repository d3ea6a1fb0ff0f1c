/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import java.util.List;

/** What usually stands behind a failure, by its kind and by the step in which it came up. */
public final class Causes {

    private static final List<String> OF_READING = List.of(
            "The storage cannot be reached, or is slow to answer.",
            "The credentials have expired, or may not read and list the table's folder.",
            "The table was moved or deleted meanwhile.");

    private static final List<String> OF_REWRITING = List.of(
            "A data file is damaged, or was deleted by somebody else.",
            "The credentials have expired, or may not write below the table.",
            "The disk or the quota is full.",
            "The storage cannot be reached, or is slow to answer.");

    private static final List<String> OF_COMMITTING = List.of(
            "The credentials have expired, or may not write below the table.",
            "The disk or the quota is full.",
            "The storage cannot be reached, or is slow to answer.");

    private static final List<String> OF_DELETING = List.of(
            "The credentials may not delete below the table.",
            "The files are under a lock: object lock, legal hold or a retention rule of the bucket.",
            "The storage cannot be reached, or is slow to answer.");

    private static final List<String> OF_A_LOST_ANSWER = List.of(
            "The connection to the storage broke while the commit was on its way.",
            "A proxy or a gateway answered in the storage's place.");

    private static final List<String> OF_OTHER_WRITERS = List.of(
            "Another writer updated, deleted or compacted the same files.",
            "Somebody else maintains the table at the same hours.");

    private static final List<String> OF_FORGETTING = List.of(
            "Somebody else expires the table's versions, and keeps too few of them.",
            "Somebody else maintains the table at the same hours.");

    private static final List<String> OF_DIFFERENT_ROWS = List.of(
            "A writer that does not keep to the table format's protocol changed the table meanwhile.",
            "The storage returned other bytes than were written.",
            "A fault in Sluice.");

    private static final List<String> OF_A_FAULT = List.of("A fault in Sluice.", "The process ran out of memory.");

    private Causes() {}

    /** None where the refusal itself says what the cause is. */
    public static List<String> of(Failure failure) {
        return switch (failure.fault()) {
            case STORAGE, UNANSWERED -> ofStorage(stepWithoutNumber(failure.step()));
            case COMMIT_UNKNOWN -> OF_A_LOST_ANSWER;
            case PLAN_STALE, TABLE_BUSY -> OF_OTHER_WRITERS;
            case VERSION_FORGOTTEN -> OF_FORGETTING;
            case VERIFICATION_FAILED -> OF_DIFFERENT_ROWS;
            case INTERNAL -> OF_A_FAULT;
            case USAGE,
                    CONFIG_INVALID,
                    TABLE_NOT_FOUND,
                    TABLE_FEATURE_UNSUPPORTED,
                    TABLE_DAMAGED,
                    UNSAFE,
                    NOT_AN_APPROVER -> List.of();
        };
    }

    private static List<String> ofStorage(String step) {
        return switch (step) {
            case "compact" -> OF_REWRITING;
            case "prune", "rewrite-manifests" -> OF_COMMITTING;
            case "remove", "discard", "expire" -> OF_DELETING;
            default -> OF_READING;
        };
    }

    /** A step that a run does again has a number behind its name. */
    private static String stepWithoutNumber(String step) {
        return step.replaceFirst("-\\d+$", "");
    }
}
