/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.approval;

import java.util.Optional;

/**
 * What came of asking.
 *
 * @param approved present exactly if the answer is a yes to this very plan
 */
public record Decision(Answer answer, Optional<ApprovedPlan> approved) {}
