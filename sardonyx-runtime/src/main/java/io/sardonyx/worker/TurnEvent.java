package io.sardonyx.worker;

import io.sardonyx.value.Assignment;
import jdk.jfr.Category;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Event of Java Flight Recorder: a turn of a task in which there was something to do. A recording has to ask for it by
 * name; without one, the compiler removes it.
 */
@Name("io.sardonyx.Turn")
@Label("Turn of a task")
@Category("Sardonyx")
@Enabled(false)
@StackTrace(false)
final class TurnEvent extends Event {

    @Label("Job")
    String job = "";

    @Label("Task")
    String task = "";

    @Label("Slot")
    int slot;

    /** Ends the turn of that task's peer. */
    void endOf(Assignment self) {
        end();
        if (shouldCommit()) {
            job = self.job().text();
            task = self.task().text();
            slot = self.slot();
            commit();
        }
    }
}
