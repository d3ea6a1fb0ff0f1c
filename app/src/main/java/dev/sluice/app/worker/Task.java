/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.sluice.core.table.TableRef;
import java.util.Map;

/**
 * What a parent asks of a worker: one line of JSON. It holds no plan that was approved and no secret; the worker reads
 * the plan and the answer from the state folder, and settings name secrets by reference.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Task.Pass.class, name = "pass"),
    @JsonSubTypes.Type(value = Task.Apply.class, name = "apply"),
    @JsonSubTypes.Type(value = Task.Answer.class, name = "answer")
})
public sealed interface Task {

    /** The folder that holds the runs, plans and trends. */
    String state();

    /** One whole passage of a table through the gate, approved as the mode says where no person is asked. */
    record Pass(String state, TableRef table, String preset, Map<String, String> settings) implements Task {

        public Pass {
            settings = Map.copyOf(settings);
        }
    }

    /** The carrying out of a stored plan, which is its caller's own approval. */
    record Apply(String state, String plan, String by) implements Task {}

    /**
     * A person's answer to a run that waits.
     *
     * @param reason empty where none was given
     */
    record Answer(String state, String run, boolean yes, String by, String reason) implements Task {}
}
