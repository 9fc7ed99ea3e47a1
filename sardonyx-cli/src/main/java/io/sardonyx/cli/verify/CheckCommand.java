package io.sardonyx.cli.verify;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.cli.terminal.ProgressLine;
import io.sardonyx.json.BadInput;
import io.sardonyx.testkit.explore.CoordinatorModel;
import io.sardonyx.testkit.explore.ExplorationReport;
import io.sardonyx.testkit.explore.Explorer;
import io.sardonyx.testkit.explore.FaultBounds;
import io.sardonyx.testkit.explore.Model;
import io.sardonyx.testkit.explore.RingModel;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code check}: a model checker that explores every interleaving of events of a small cluster for
 * violations of its invariants.
 */
@Command(
        name = "check",
        description = "Explores all that can happen to a small cluster, with its real commands and duties.",
        sortOptions = false,
        footer = {
            "  $ sardonyx check --groups 3 --crashes 2",
            "  $ sardonyx check --coordinator --peers 2 --crashes 1 --mishaps 0 --backlog 1",
            "",
            "In every situation the invariants must hold, and a healthy one must still be reachable by what happens by",
            "itself. A violation is told as the shortest story that leads to it."
        },
        exitCodeList = {"0:no violation within the bounds", "1:a violation, or the search was cut short", "2:bad input"
        })
public final class CheckCommand implements Callable<Integer> {

    /** Upper bound of each kind of fault. */
    private static final int MOST_FAULTS = 8;

    @Spec
    private CommandSpec spec;

    @Option(names = "--groups", paramLabel = "N", description = "Groups that form a ring, 1 to 5 (${DEFAULT-VALUE}).")
    private int groups = 3;

    @Option(names = "--coordinator", description = "Explore a Coordinator with a stand-by instead of the ring.")
    private boolean coordinator;

    @Option(
            names = "--peers",
            paramLabel = "N",
            description = "With --coordinator, peers that work for it, 1 to 4 (${DEFAULT-VALUE}).")
    private int peers = 1;

    @Option(names = "--crashes", paramLabel = "N", description = "Processes that die silently (${DEFAULT-VALUE}).")
    private int crashes = 2;

    @Option(
            names = "--expiries",
            paramLabel = "N",
            description = "Processes that lose their session while they live (${DEFAULT-VALUE}).")
    private int expiries;

    @Option(names = "--mishaps", paramLabel = "N", description = "Appends that are lost or doubled (${DEFAULT-VALUE}).")
    private int mishaps = 1;

    @Option(
            names = "--backlog",
            paramLabel = "N",
            description = "Entries that the slowest reader may lag behind, 1 to 3 (${DEFAULT-VALUE}).")
    private int backlog = 2;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after so many situations.")
    private @Nullable Long limit;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        ExplorationReport report = coordinator ? explore(coordinatorWorld()) : explore(ringWorld());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(toJson(report));
        } else {
            out.println(report);
        }
        return report.isClean() && report.complete() ? 0 : 1;
    }

    private RingModel ringWorld() {
        within("--groups", groups, 1, 5);
        return new RingModel(groups);
    }

    private CoordinatorModel coordinatorWorld() {
        within("--peers", peers, 1, 4);
        return new CoordinatorModel(peers);
    }

    private <S> ExplorationReport explore(Model<S> world) {
        within("--crashes", crashes, 0, MOST_FAULTS);
        within("--expiries", expiries, 0, MOST_FAULTS);
        within("--mishaps", mishaps, 0, MOST_FAULTS);
        within("--backlog", backlog, 1, 3);
        if (limit != null && limit < 1) {
            throw new BadInput("--limit is at least 1, not " + limit);
        }
        var progress = new ProgressLine(spec.commandLine().getErr());
        var report = Explorer.explore(
                world,
                new FaultBounds(crashes, expiries, mishaps, backlog),
                limit == null ? Integer.MAX_VALUE : limit,
                states -> progress.say(String.format("%,d situations", states)));
        progress.end();
        return report;
    }

    private static void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new BadInput(option + " is between " + least + " and " + most + ", not " + value);
        }
    }

    private static ObjectNode toJson(ExplorationReport report) {
        ObjectNode node = JsonMapper.builder().build().createObjectNode();
        node.put("bounds", report.bounds());
        node.put("complete", report.complete());
        node.put("states", report.states());
        node.put("edges", report.edges());
        node.put("replicas", report.replicas());
        node.put("depth", report.depth());
        node.put("healthy", report.healthy());
        node.put("lost", report.lost());
        node.put("seconds", report.seconds());
        node.put("statesPerSecond", report.statesPerSecond());
        report.story().ifPresent(story -> {
            ObjectNode told = node.putObject("violation");
            told.put("verdict", story.verdict());
            story.steps().forEach(told.putArray("steps")::add);
        });
        return node;
    }
}
