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

    /**
     * The configuration file that the parent goes by, whose storages, catalogs, gates and receivers are the worker's too;
     * empty where it goes by none. The worker reads it itself: what its references stand for is never handed over.
     */
    String config();

    /**
     * One whole passage of a table through the gate, approved as the mode says where no person is asked.
     *
     * @param gate a gate of the configuration, or a preset
     * @param settings inputs that are set for this passage alone
     */
    record Pass(String state, String config, TableRef table, String gate, Map<String, String> settings)
            implements Task {

        public Pass {
            settings = Map.copyOf(settings);
        }
    }

    /** The carrying out of a stored plan, which is its caller's own approval. */
    record Apply(String state, String config, String plan, String by) implements Task {}

    /**
     * A person's answer to a run that waits.
     *
     * @param reason empty where none was given
     */
    record Answer(String state, String config, String run, boolean yes, String by, String reason) implements Task {}
}
