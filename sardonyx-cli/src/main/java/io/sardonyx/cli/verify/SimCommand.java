package io.sardonyx.cli.verify;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.cli.logging.Logging;
import io.sardonyx.cli.terminal.ProgressLine;
import io.sardonyx.json.BadInput;
import io.sardonyx.testkit.simulate.FailureReport;
import io.sardonyx.testkit.simulate.FaultCoverage;
import io.sardonyx.testkit.simulate.JobSimulation;
import io.sardonyx.testkit.simulate.JoinSimulation;
import io.sardonyx.testkit.simulate.Simulation;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code sim}: deterministic simulation of whole clusters with faults injected from seeds. */
@Command(
        name = "sim",
        description = "Runs whole clusters under virtual time, with faults from a seed, until they converge.",
        sortOptions = false,
        footer = {
            "  $ sardonyx sim --seeds 100000",
            "  $ sardonyx sim --seed 4711 --groups 3 --verbose",
            "  $ sardonyx sim --join 1000",
            "",
            "Safety is checked at every turn; then faults stop and the cluster must converge. The same seed is the",
            "same run. A seed that breaks a promise is shrunk: the smallest storm that breaks one too is told."
        },
        exitCodeList = {
            "0:all seeds held",
            "1:a seed did not, and is named; or too little went wrong to prove anything",
            "2:bad input"
        })
public final class SimCommand implements Callable<Integer> {

    private static final int MOST_GROUPS = 50;
    private static final int MOST_JOINING = 5_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "How many seeds to run (${DEFAULT-VALUE}).")
    private long seeds = 100;

    @Option(names = "--seed", paramLabel = "S", description = "The first seed; alone, the only one.")
    private @Nullable Long seed;

    @Option(names = "--groups", paramLabel = "N", description = "Groups in the cluster, 1 to 50; by default 3, 4 or 5.")
    private @Nullable Integer groups;

    @Option(names = "--jobs", description = "Let the groups run jobs; then --groups is at least 3.")
    private boolean jobs;

    @Option(names = "--join", paramLabel = "N", description = "Instead of storms, let 2 to 5000 groups start at once.")
    private @Nullable Integer joining;

    @Option(names = "--verbose", description = "Tell all that happens in the one seed given.")
    private boolean verbose;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        boolean counted = spec.commandLine().getParseResult().hasMatchedOption("--seeds");
        long first = seed == null ? 0 : seed;
        long count = seed == null || counted ? seeds : 1;
        check(count);
        if (jobs) {
            List.of("task", "worker", "channel", "engine").forEach(room -> Logging.hush("io.sardonyx." + room));
        }
        if (joining != null) {
            return join(joining, first);
        }
        return simulate(first, count);
    }

    private void check(long count) {
        refuse(count < 1, "--seeds is at least 1, not " + count);
        refuse(
                groups != null && (groups < fewest() || groups > MOST_GROUPS),
                "--groups is between " + fewest() + " and " + MOST_GROUPS + ", not " + groups);
        refuse(
                joining != null && (joining < 2 || joining > MOST_JOINING),
                "--join is between 2 and " + MOST_JOINING + ", not " + joining);
        refuse(jobs && joining != null, "--jobs and --join do not go together");
        refuse(verbose && (count > 1 || json || joining != null), "--verbose tells of one --seed, as text");
    }

    private int fewest() {
        return jobs ? JobSimulation.FEWEST_GROUPS : 1;
    }

    private static void refuse(boolean wrong, String why) {
        if (wrong) {
            throw new BadInput(why);
        }
    }

    /** Lets many groups join at once and prints virtual time, turns and log entries; the exit code. */
    private int join(int joiners, long first) {
        PrintWriter out = spec.commandLine().getOut();
        JoinSimulation.Outcome outcome;
        try {
            outcome = JoinSimulation.run(joiners, first, false);
        } catch (AssertionError broken) {
            out.println("BROKEN: " + broken.getMessage());
            return 1;
        }
        if (json) {
            ObjectNode node = JsonMapper.builder().build().createObjectNode();
            node.put("groups", joiners).put("turns", outcome.turns());
            node.put("entries-per-join", outcome.entriesPerJoin()).put("virtual-seconds", outcome.seconds());
            outcome.entries().forEach(node.putObject("entries")::put);
            out.println(node);
        } else {
            out.printf(
                    Locale.ROOT,
                    "%,d groups are one ring after %.1f s of virtual time and %,d turns; %.2f entries a join%n",
                    joiners,
                    outcome.seconds(),
                    outcome.turns(),
                    outcome.entriesPerJoin());
            outcome.entries().forEach((name, number) -> out.printf(Locale.ROOT, "  %,9d %s%n", number, name));
        }
        return 0;
    }

    /** Runs all seeds until one fails; a failing one is shrunk to a smaller run that fails too. */
    private int simulate(long first, long count) {
        var tally = jobs ? FaultCoverage.ofWork() : new FaultCoverage();
        var progress = new ProgressLine(spec.commandLine().getErr());
        for (long one = first; one < first + count; one++) {
            int size = groups == null ? 3 + (int) Math.floorMod(one, 3L) : groups;
            try {
                tally.add(run(one, size));
            } catch (AssertionError broken) {
                progress.end();
                String found = jobs ? FailureReport.ofWork(one, size) : FailureReport.of(one, size);
                return tell(tally, List.of(broken.getMessage(), found));
            }
            progress.say(String.format(Locale.ROOT, "%,d of %,d seeds", one - first + 1, count));
        }
        progress.end();
        return tell(tally, count > 1 ? tally.shortcomings() : List.of());
    }

    private Simulation.Outcome run(long one, int size) {
        if (jobs) {
            return (verbose ? JobSimulation.run(one, size, this::say) : JobSimulation.run(one, size)).cluster();
        }
        return verbose ? Simulation.run(one, size, this::say) : Simulation.run(one, size);
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
    }

    private int tell(FaultCoverage tally, List<String> broken) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode node = JsonMapper.builder().build().createObjectNode();
            node.put("seeds", tally.seeds()).put("turns", tally.turns());
            ObjectNode counts = node.putObject("faults");
            tally.faults().forEach((kind, number) -> counts.put(kind.word(), number));
            if (!broken.isEmpty()) {
                node.put("broken", String.join("\n", broken));
            }
            out.println(node);
        } else {
            out.printf(Locale.ROOT, "%,d seeds held, %,d turns%n", tally.seeds(), tally.turns());
            tally.faults().forEach((kind, number) -> out.printf(Locale.ROOT, "  %,9d %s%n", number, kind.word()));
            broken.forEach(line -> out.println("BROKEN: " + line));
        }
        return broken.isEmpty() ? 0 : 1;
    }
}
