package io.sardonyx.entry;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.TaskName;

/** Mutable builder of a task, while its properties are read from different parts of a document. */
public final class TaskDraft {

    private final TaskName name;
    private boolean input;
    private boolean output;
    private int min = Bounds.DEFAULT.min();
    private int max = Bounds.UNBOUNDED;
    private Percentage percentage = Percentage.ZERO;
    private Flux flux = Flux.CONTINUE;
    private Tags tags = Tags.NONE;

    TaskDraft(TaskName name) {
        this.name = name;
    }

    TaskName name() {
        return name;
    }

    void markInput() {
        input = true;
    }

    void markOutput() {
        output = true;
    }

    public void min(Field field) {
        min = field.isAbsent() ? min : field.count(0);
    }

    public void max(Field field) {
        max = JobDraft.bound(field);
    }

    public void percentage(Field field) {
        percentage = JobDraft.percentage(field);
    }

    public void flux(Field field) {
        flux = Keywords.read(field, Flux.CONTINUE);
    }

    public void tags(Field field) {
        tags = tagsOf(field);
    }

    public static Tags tagsOf(Field field) {
        return Tags.of(field.all(text -> text));
    }

    /**
     * Builds the task.
     *
     * @throws IllegalArgumentException for bounds that no number satisfies
     */
    Task task() {
        return new Task(name, input, output, new Bounds(min, max), percentage, flux, tags);
    }
}
