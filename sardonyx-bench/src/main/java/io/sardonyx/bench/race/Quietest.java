package io.sardonyx.bench.race;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The repetitions that others disturbed least. */
final class Quietest {

    static final int WANTED = 3;

    /** With this little of a core in use by others nobody is disturbed. */
    private static final double QUIET_CORES = 0.15;

    private Quietest() {}

    /** The one of median rate among the undisturbed, or the least disturbed; of an even number the slower. */
    static Repetition median(List<Repetition> all) {
        List<Repetition> quiet = all.stream()
                .sorted(Comparator.comparingDouble(Repetition::othersCores))
                .limit(Math.max(WANTED, undisturbed(all)))
                .sorted(Comparator.comparingDouble(Repetition::perSecond))
                .toList();
        return quiet.get((quiet.size() - 1) / 2);
    }

    /** Whether enough of them were undisturbed. */
    static boolean suffice(List<Repetition> all) {
        return undisturbed(all) >= WANTED;
    }

    private static long undisturbed(List<Repetition> all) {
        return all.stream().filter(it -> it.othersCores() < QUIET_CORES).count();
    }

    /** Of figures that are not rates. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
