package io.sardonyx.cli.verify;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.testkit.simulate.JoinSimulation;
import java.io.PrintWriter;
import java.util.Locale;

/** The report of a simulation in which many groups join at once: virtual time, turns and log entries. */
record JoinReport(PrintWriter out, boolean json) {

    /** Runs the simulation and prints the report; the exit code. */
    int tell(int groups, long seed) {
        JoinSimulation.Outcome outcome;
        try {
            outcome = JoinSimulation.run(groups, seed, false);
        } catch (AssertionError broken) {
            out.println("BROKEN: " + broken.getMessage());
            return 1;
        }
        if (json) {
            ObjectNode node = JsonMapper.builder().build().createObjectNode();
            node.put("groups", groups).put("turns", outcome.turns());
            node.put("entries-per-join", outcome.entriesPerJoin()).put("virtual-seconds", outcome.seconds());
            outcome.entries().forEach(node.putObject("entries")::put);
            out.println(node);
        } else {
            out.printf(
                    Locale.ROOT,
                    "%,d groups are one ring after %.1f s of virtual time and %,d turns; %.2f entries a join%n",
                    groups,
                    outcome.seconds(),
                    outcome.turns(),
                    outcome.entriesPerJoin());
            outcome.entries().forEach((name, number) -> out.printf(Locale.ROOT, "  %,9d %s%n", number, name));
        }
        return 0;
    }
}
