package io.sardonyx.replica;

import io.sardonyx.value.TaskName;
import java.util.Comparator;

/** Key of a state journal: one slot of one task. */
public record Journal(TaskName task, int slot) implements Comparable<Journal> {

    private static final Comparator<Journal> ORDER =
            Comparator.comparing(Journal::task).thenComparingInt(Journal::slot);

    @Override
    public int compareTo(Journal other) {
        return ORDER.compare(this, other);
    }
}
