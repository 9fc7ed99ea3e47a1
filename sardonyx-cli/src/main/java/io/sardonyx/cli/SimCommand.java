package io.sardonyx.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.codec.BadInput;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.Simulation;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets the production groups live through storms from seeds. */
@Command(
        name = "sim",
        description = "Runs whole clusters under virtual time, with faults from a seed, until they converge.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  $ sardonyx sim --seeds 100000",
            "  $ sardonyx sim --seed 4711 --groups 3",
            "",
            "Safety is checked at every turn; then faults stop and the cluster must converge. The same seed is the",
            "same run."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all seeds held", "1:a seed did not; it is named", "2:bad input"})
final class SimCommand implements Callable<Integer> {

    private static final int MOST_GROUPS = 50;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "How many seeds to run (${DEFAULT-VALUE}).")
    private long seeds = 100;

    @Option(names = "--seed", paramLabel = "S", description = "The first seed; alone, the only one.")
    private @Nullable Long seed;

    @Option(names = "--groups", paramLabel = "N", description = "Groups in the cluster, 1 to 50; by default 3, 4 or 5.")
    private @Nullable Integer groups;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        boolean counted = spec.commandLine().getParseResult().hasMatchedOption("--seeds");
        long first = seed == null ? 0 : seed;
        long count = seed == null || counted ? seeds : 1;
        if (count < 1 || groups != null && (groups < 1 || groups > MOST_GROUPS)) {
            throw new BadInput(
                    count < 1
                            ? "--seeds is at least 1, not " + count
                            : "--groups is between 1 and " + MOST_GROUPS + ", not " + groups);
        }
        Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
        var progress = new Progress(spec);
        long turns = 0;
        for (long one = first; one < first + count; one++) {
            try {
                var outcome = Simulation.run(one, groups == null ? 3 + (int) Math.floorMod(one, 3L) : groups);
                turns += outcome.turns();
                outcome.faults().forEach((kind, number) -> faults.merge(kind, number, Integer::sum));
            } catch (AssertionError broken) {
                progress.end();
                return tell(one - first, turns, faults, broken.getMessage());
            }
            progress.say(String.format(Locale.ROOT, "%,d of %,d seeds", one - first + 1, count));
        }
        progress.end();
        return tell(count, turns, faults, null);
    }

    private int tell(long held, long turns, Map<FaultKind, Integer> faults, @Nullable String broken) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode node = JsonMapper.builder().build().createObjectNode();
            node.put("seeds", held).put("turns", turns);
            ObjectNode counts = node.putObject("faults");
            faults.forEach((kind, number) -> counts.put(word(kind), number));
            if (broken != null) {
                node.put("broken", broken);
            }
            out.println(node);
        } else {
            out.printf(Locale.ROOT, "%,d seeds held, %,d turns%n", held, turns);
            faults.forEach((kind, number) -> out.printf(Locale.ROOT, "  %,9d %s%n", number, word(kind)));
            if (broken != null) {
                out.println("BROKEN: " + broken);
            }
        }
        return broken == null ? 0 : 1;
    }

    private static String word(FaultKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
