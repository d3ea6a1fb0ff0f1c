/**
 * The yes or no to a plan, and the only type that may act.
 *
 * <p>Knows {@code plan} and what stands before it. Only {@link ApprovalDesk} can make an {@link ApprovedPlan}.
 */
@NullMarked
package dev.sluice.core.approval;

import org.jspecify.annotations.NullMarked;
