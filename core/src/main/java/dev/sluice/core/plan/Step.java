/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.sluice.core.store.Bytes;
import java.util.List;

/** One exact thing to do to a table. Steps are carried out from least to most final, each verified before the next. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
@JsonSubTypes(@JsonSubTypes.Type(value = Step.Compact.class, name = "compact"))
public sealed interface Step {

    /** The kinds of step, least final first. */
    enum Kind {
        COMPACT
    }

    @JsonIgnore
    Kind kind();

    /** True if what the step takes away cannot be had back. */
    @JsonIgnore
    boolean isFinal();

    /**
     * Rewrites groups of files into fewer, larger ones. Old versions still hold the old files, so it is not final.
     *
     * @param target the file size to write towards
     */
    record Compact(List<FileGroup> groups, Bytes target) implements Step {

        public Compact {
            groups = List.copyOf(groups);
        }

        @Override
        public Kind kind() {
            return Kind.COMPACT;
        }

        @Override
        public boolean isFinal() {
            return false;
        }

        public long inputs() {
            return groups.stream().mapToLong(g -> g.inputs().size()).sum();
        }

        public long outputs() {
            return groups.stream().mapToLong(FileGroup::outputs).sum();
        }

        public Bytes bytes() {
            return Bytes.of(groups.stream().mapToLong(g -> g.bytes().count()).sum());
        }
    }
}
