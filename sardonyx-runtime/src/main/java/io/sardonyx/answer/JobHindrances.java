package io.sardonyx.answer;

import io.sardonyx.json.OneLine;
import io.sardonyx.replica.Run;
import java.util.ArrayList;
import java.util.List;

/** Obstacles of a job that the log records: members that are unfit for it, and process deaths that hold it. */
public final class JobHindrances {

    private static final int REASON = 300;

    private JobHindrances() {}

    public static List<String> of(Run run) {
        var lines = new ArrayList<String>();
        if (run.health().held()) {
            lines.add("it is held: " + Phrases.count(run.health().deaths(), "process")
                    + " in a row died while they worked on it, and its checkpoints did not move; look for a segment"
                    + " that ends its process, then job resume " + run.job().id() + " or job kill "
                    + run.job().id());
        } else if (run.health().deaths() > 0) {
            lines.add(Phrases.count(run.health().deaths(), "process")
                    + " died while they worked on it, since its checkpoints last moved");
        }
        run.health()
                .unfit()
                .forEach((group, reason) ->
                        lines.add("group " + group + " is unfit for it: " + OneLine.of(reason, REASON)));
        return lines;
    }
}
