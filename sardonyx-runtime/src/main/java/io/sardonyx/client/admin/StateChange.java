package io.sardonyx.client.admin;

import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a state when a job goes on from a checkpoint of another one.
 *
 * @param task that takes the state; for what no task takes, the one that had it
 * @param from the task that had it, if that is called otherwise; else null
 * @param details what is converted, or why it is refused or not checked, a phrase each
 */
public record StateChange(
        TaskName task, String state, Kind kind, @Nullable TaskName from, List<String> details) {

    /** What becomes of a state. */
    public enum Kind {
        /** It is read as the class of now. */
        TAKEN_OVER,
        /** It begins empty. */
        FRESH,
        /** No task takes it, as the job says. */
        DROPPED,
        /** It cannot be taken over, so nothing is submitted. */
        REFUSED,
        /** It is taken over if the peers, which know its class, can read it. */
        UNCHECKED
    }

    public StateChange {
        details = List.copyOf(details);
    }

    /** A sentence for people. */
    public String sentence() {
        String what = "state " + task + "/" + state;
        String why = details.isEmpty() ? "" : ": " + String.join("; ", details);
        return switch (kind) {
            case TAKEN_OVER ->
                what + " is taken over" + (from == null ? "" : " from " + from + "/" + state)
                        + (details.isEmpty() ? " as it is" : why);
            case FRESH -> what + " begins empty";
            case DROPPED -> what + " is dropped";
            case REFUSED -> what + " is refused" + why;
            case UNCHECKED ->
                what + " is taken over" + (from == null ? "" : " from " + from + "/" + state)
                        + " if the peers can read it; they check it when they load it, since here it is not known"
                        + why;
        };
    }

    /** Writes it as an object of an open JSON list. */
    public void write(JsonOut out) {
        out.begin().text("task", task).text("state", state).text("becomes", Keywords.of(kind));
        if (from != null) {
            out.text("from", from);
        }
        out.textsUnlessEmpty("details", details).end();
    }
}
