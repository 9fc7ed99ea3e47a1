package io.sardonyx.testkit.simulate;

import io.sardonyx.port.Store;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.Shrinker;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is worth knowing of a seed that broke a promise: how to see it again, and the smallest storm that does it too.
 */
public final class Investigation {

    private static final int ATTEMPTS = 300;
    private static final int LINES = 40;

    private Investigation() {}

    /** Runs the seed again and again, each time with less, and tells what is left. */
    public static String of(long seed, int groups) {
        return of(seed, groups, UnaryOperator.identity());
    }

    static String of(long seed, int groups, UnaryOperator<Store> tinker) {
        Storm smallest = smallest(seed, groups, tinker);
        var lines = new ArrayDeque<String>();
        String broken = failure(smallest, tinker, line -> {
            lines.add(line);
            if (lines.size() > LINES) {
                lines.removeFirst();
            }
        });
        return "again: ./sardonyx sim --seed " + seed + " --groups " + groups + " --verbose"
                + "\nthe smallest storm found that breaks a promise too:\n" + smallest
                + "\nfails with " + broken
                + "\nand ends so:\n" + String.join("\n", lines);
    }

    /** First as few groups as will do, then less of everything else. */
    static Storm smallest(long seed, int groups, UnaryOperator<Store> tinker) {
        int fewest = 1;
        while (fewest < groups && failure(Storm.of(seed, fewest), tinker, Simulation.NOBODY) == null) {
            fewest++;
        }
        Gen<Storm> any = Storm.any(seed, fewest);
        return Shrinker.smallest(any, seed, storm -> failure(storm, tinker, Simulation.NOBODY) != null, ATTEMPTS);
    }

    private static @Nullable String failure(Storm storm, UnaryOperator<Store> tinker, Consumer<String> story) {
        try {
            Simulation.run(storm, tinker, story);
            return null;
        } catch (AssertionError broken) {
            return broken.getMessage();
        }
    }
}
