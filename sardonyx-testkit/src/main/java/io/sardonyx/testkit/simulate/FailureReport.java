package io.sardonyx.testkit.simulate;

import io.sardonyx.port.Store;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.Shrinker;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Report about a seed whose simulation failed: the command line that reproduces it, and the smallest fault schedule
 * found by shrinking that fails too.
 */
public final class FailureReport {

    /** Most runs that shrinking may take. */
    private static final int ATTEMPTS = 300;
    /** How many of the last log lines of the smallest failing run are shown. */
    private static final int LINES = 40;

    /** A kind of simulation, with its generator of fault schedules. */
    private interface Trial {

        Gen<Storm> storms(long seed, int groups);

        void run(Storm storm, Consumer<String> story);
    }

    private final Trial trial;
    private final int fewestGroups;
    private final String option;

    /** @param fewestGroups the least number of groups with which the simulation can succeed */
    private FailureReport(Trial trial, int fewestGroups, String option) {
        this.trial = trial;
        this.fewestGroups = fewestGroups;
        this.option = option;
    }

    /** Shrinks a failing seed of {@link Simulation} and returns the report. */
    public static String of(long seed, int groups) {
        return ofGroups(UnaryOperator.identity()).tell(seed, groups);
    }

    /** As {@link #of} for {@link JobSimulation}. */
    public static String ofWork(long seed, int groups) {
        return ofWork(PlantedBug.NONE).tell(seed, groups);
    }

    static FailureReport ofGroups(UnaryOperator<Store> tinker) {
        return new FailureReport(
                new Trial() {
                    @Override
                    public Gen<Storm> storms(long seed, int groups) {
                        return Storm.any(seed, groups);
                    }

                    @Override
                    public void run(Storm storm, Consumer<String> story) {
                        Simulation.run(storm, tinker, story);
                    }
                },
                1,
                "");
    }

    static FailureReport ofWork(PlantedBug tinkering) {
        return new FailureReport(
                new Trial() {
                    @Override
                    public Gen<Storm> storms(long seed, int groups) {
                        return Storm.anyAtWork(seed, groups);
                    }

                    @Override
                    public void run(Storm storm, Consumer<String> story) {
                        JobSimulation.run(storm, tinkering, story);
                    }
                },
                JobSimulation.FEWEST_GROUPS,
                " --jobs");
    }

    String tell(long seed, int groups) {
        Storm smallest = smallest(seed, groups);
        var lines = new ArrayDeque<String>();
        String broken = failure(smallest, line -> {
            lines.add(line);
            if (lines.size() > LINES) {
                lines.removeFirst();
            }
        });
        return "again: ./sardonyx sim" + option + " --seed " + seed + " --groups " + groups + " --verbose"
                + "\nthe smallest storm found that breaks a promise too:\n" + smallest
                + "\nfails with " + broken
                + "\nand ends so:\n" + String.join("\n", lines);
    }

    /** Shrinks first the number of groups, then everything else. */
    Storm smallest(long seed, int groups) {
        int fewest = Math.min(fewestGroups, groups);
        while (fewest < groups && failure(trial.storms(seed, fewest).seeded(seed), Simulation.SILENT) == null) {
            fewest++;
        }
        Gen<Storm> any = trial.storms(seed, fewest);
        return Shrinker.smallest(any, seed, storm -> failure(storm, Simulation.SILENT) != null, ATTEMPTS);
    }

    /** Message of the failure of a run, or null when it succeeds. */
    private @Nullable String failure(Storm storm, Consumer<String> story) {
        try {
            trial.run(storm, story);
            return null;
        } catch (AssertionError broken) {
            return broken.getMessage();
        }
    }
}
