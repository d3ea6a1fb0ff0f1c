/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.rewrite.OutputFile;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.RewriteJob;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.check.CheckedFile.Reading;
import dev.sluice.rewrite.check.CheckedFile.Target;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.schema.MessageType;

/**
 * Proves, before anything is committed, that the outputs of a rewrite hold the very rows that its inputs hold: deleted
 * rows left out, constants and generated columns filled in, every value as the output's type has it, floating point
 * numbers bit for bit. Both sides are read by parquet-java, with nothing of the engine's in between. The order of the
 * rows plays no part. Safe to share.
 */
public final class ContentCheck {

    private final Store store;
    private final RewriteLimits limits;

    public ContentCheck(Store store, RewriteLimits limits) {
        this.store = store;
        this.limits = limits;
    }

    /**
     * @param outputs all outputs of the job
     * @return what both sides hold
     * @throws GateException {@code VERIFICATION_FAILED} with the file and the column where the sides differ, where an
     *     output cannot be read, and where the check cannot follow what became of a column; {@code TABLE_DAMAGED} where an
     *     input is not there any longer; {@code STORAGE} when the store fails
     * @throws java.util.concurrent.CancellationException if the thread was interrupted
     */
    public ContentHash verify(RewriteJob job, List<OutputFile> outputs) {
        MessageType schema = job.target().schema();
        Target target = Target.of(schema);
        List<Reading> inputs = job.inputs().stream()
                .map(input -> new Reading(input, Optional.empty(), 0))
                .toList();
        List<Reading> written = outputs.stream()
                .map(output -> new Reading(
                        RewriteInput.of(output.location(), output.size()), Optional.of(schema), output.rows()))
                .toList();
        try (Scan scan = new Scan(store, limits, target)) {
            Tally expected = new Tally(target.columns());
            Tally found = new Tally(target.columns());
            scan.read(List.of(new Scan.Side(written, found), new Scan.Side(inputs, expected)));
            ContentHash wanted = expected.total();
            ContentHash held = found.total();
            if (!held.equals(wanted)) {
                throw different(wanted, held, inputs, written, scan, target);
            }
            return held;
        } catch (GateException e) {
            throw job.explained(e, store);
        }
    }

    private static GateException different(
            ContentHash wanted,
            ContentHash held,
            List<Reading> inputs,
            List<Reading> written,
            Scan scan,
            Target target) {
        if (wanted.rows() != held.rows()) {
            return failed(
                    where(written.isEmpty() ? inputs : written),
                    "The outputs hold %d rows where the inputs hold %d.".formatted(held.rows(), wanted.rows()));
        }
        List<Integer> all = IntStream.range(0, target.columns().size()).boxed().toList();
        List<Integer> unequal = all.stream()
                .filter(column -> !Objects.equals(
                        wanted.columns().get(target.columns().get(column)),
                        held.columns().get(target.columns().get(column))))
                .toList();
        // Values that only changed places leave the sum of their column as it is.
        List<Integer> suspects = unequal.isEmpty() ? all : unequal;
        List<FirstDifference> differences = suspects.stream()
                .flatMap(column -> FirstDifference.find(column, inputs, written, scan, target).stream())
                .toList();
        if (differences.isEmpty()) {
            return failed(
                    where(written),
                    suspects.stream().map(target::name).collect(Collectors.joining(", ", "Column ", ": "))
                            + "the outputs do not hold what the inputs hold.");
        }
        FirstDifference first = differences.get(0);
        String others = differences.stream()
                .skip(1)
                .map(difference -> target.name(difference.column()))
                .collect(Collectors.joining(", "));
        return failed(
                first.file().toString(),
                "Column %s: it does not hold what the inputs hold, first in row %d, counted from 0.%s"
                        .formatted(
                                target.name(first.column()),
                                first.row(),
                                others.isEmpty() ? "" : " Other columns that differ: " + others + "."));
    }

    private static String where(List<Reading> files) {
        return files.stream().map(Reading::file).map(Location::toString).collect(Collectors.joining(", "));
    }

    private static GateException failed(String subject, String reason) {
        return new GateException(Fault.VERIFICATION_FAILED, subject, reason);
    }
}
