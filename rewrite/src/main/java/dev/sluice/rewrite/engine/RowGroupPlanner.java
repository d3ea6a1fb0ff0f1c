/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.rewrite.Codec;
import dev.sluice.rewrite.engine.InputFooter.ChunkPlace;
import dev.sluice.rewrite.engine.InputFooter.RowGroupPlace;
import dev.sluice.rewrite.engine.LeafSource.FromColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the rows of all inputs, in order, into row groups: by the bytes they are likely to take, by rows, and by how many
 * files may be open at a time.
 */
final class RowGroupPlanner {

    private static final long MOST_ROWS = 1024 * 1024;
    private static final int MOST_FILES = 1000;

    /** A row group of an input that is this much too large is not torn for it. */
    private static final double TOLERANCE = 1.1;

    private final InputQueue inputs;
    private final boolean unpacked;
    private @Nullable OpenInput current;
    private int rowGroup;
    private long groupStart;
    private long from;

    RowGroupPlanner(InputQueue inputs, Codec codec) {
        this.inputs = inputs;
        this.unpacked = codec == Codec.NONE;
    }

    /** Empty once no row is left; the plan may then still be one of no live rows, to be counted. */
    Optional<RowGroupPlan> next(long bytes) {
        List<Span> spans = new ArrayList<>();
        List<OpenInput> finished = new ArrayList<>();
        long rows = 0;
        long masked = 0;
        double estimate = 0;
        while (rows < MOST_ROWS && estimate < bytes && finished.size() < MOST_FILES) {
            OpenInput input = advance(finished);
            if (input == null) {
                break;
            }
            double each = bytesPerRow(input);
            Span span = take(input, MOST_ROWS - rows, (bytes - estimate) / each);
            from += span.rows();
            masked += span.rows() - span.live();
            if (span.live() > 0) {
                spans.add(span);
                rows += span.live();
                estimate += span.live() * each;
            }
        }
        if (current != null && isExhausted(current)) {
            finished.add(current);
            current = null;
        }
        return spans.isEmpty() && masked == 0 && finished.isEmpty()
                ? Optional.empty()
                : Optional.of(new RowGroupPlan(spans, rows, masked, (long) estimate, finished));
    }

    private Span take(OpenInput input, long mostRows, double wanted) {
        long left = input.footer().rowGroups().get(rowGroup).rows() - from;
        long fitting = left <= wanted * TOLERANCE ? left : (long) Math.ceil(wanted);
        int rows = (int) Math.max(1, Math.min(Math.min(left, mostRows), fitting));
        return Span.of(input, rowGroup, groupStart, from, rows);
    }

    /** The input that holds the next row, or null if there is none. */
    private @Nullable OpenInput advance(List<OpenInput> finished) {
        while (true) {
            OpenInput input = current;
            if (input == null) {
                input = inputs.next();
                if (input == null) {
                    return null;
                }
                current = input;
                rowGroup = 0;
                groupStart = 0;
                from = 0;
            }
            if (isExhausted(input)) {
                finished.add(input);
                current = null;
            } else {
                return input;
            }
        }
    }

    /** Steps over row groups that are used up. */
    private boolean isExhausted(OpenInput input) {
        List<RowGroupPlace> groups = input.footer().rowGroups();
        while (rowGroup < groups.size() && from >= groups.get(rowGroup).rows()) {
            groupStart += groups.get(rowGroup).rows();
            from = 0;
            rowGroup++;
        }
        return rowGroup == groups.size();
    }

    private double bytesPerRow(OpenInput input) {
        RowGroupPlace group = input.footer().rowGroups().get(rowGroup);
        Set<Integer> columns = new HashSet<>();
        long bytes = 1;
        for (LeafSource source : input.sources()) {
            if (source instanceof FromColumn read && columns.add(read.column())) {
                ChunkPlace chunk = group.chunks().get(read.column());
                bytes += unpacked ? chunk.uncompressed() : chunk.length();
            }
        }
        return (double) bytes / group.rows();
    }
}
