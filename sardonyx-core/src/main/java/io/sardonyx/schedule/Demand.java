package io.sardonyx.schedule;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.Assignment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * A live job with its current stages: input and output of the planner.
 *
 * @param stages one for each task of the job, in the same order
 */
public record Demand(Outline job, List<Stage> stages) {

    /** A job without peers. */
    public static Demand of(Outline job) {
        return new Demand(job, Collections.nCopies(job.tasks().size(), Stage.EMPTY));
    }

    /** How many peers the job holds. */
    public int size() {
        int size = 0;
        for (Stage stage : stages) {
            size += stage.places().size();
        }
        return size;
    }

    public Demand with(int task, Stage stage) {
        if (stages.get(task) == stage) {
            return this;
        }
        var changed = new ArrayList<Stage>(stages);
        changed.set(task, stage);
        return new Demand(job, List.copyOf(changed));
    }

    public void forEachAssignment(Consumer<Assignment> action) {
        for (int t = 0; t < stages.size(); t++) {
            for (Place place : stages.get(t).places()) {
                action.accept(assignment(t, place));
            }
        }
    }

    public Assignment assignment(int task, Place place) {
        return new Assignment(place.peer(), job.id(), job.tasks().get(task).name(), place.slot());
    }
}
