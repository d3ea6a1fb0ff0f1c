/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.util.List;

/**
 * The rows that become one row group of an output.
 *
 * @param rows those that no mask deletes
 * @param masked those that one does, in these spans and in whole spans that were left out
 * @param estimate the bytes that the inputs hold them in
 * @param finished inputs of which nothing is left after this row group
 */
record RowGroupPlan(List<Span> spans, long rows, long masked, long estimate, List<OpenInput> finished) {}
