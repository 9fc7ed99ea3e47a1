package io.sardonyx.testkit.simulate;

import io.sardonyx.testkit.generate.Choices;
import io.sardonyx.testkit.generate.Gen;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that will happen to a cluster, as a value: what strikes it when, and which mishaps calls and nudges suffer.
 *
 * <p>When each call is answered and each process gets its turns is chance of the same seed. A storm is drawn from
 * {@link Choices}, so one that breaks a promise is shrunk like everything else that the testkit generates.
 *
 * @param seed the chance of everything that is not written here
 */
record Storm(long seed, int groups, List<Strike> strikes, Set<FaultKind> mishaps) {

    private static final int MOST_STRIKES = 160;
    private static final int LONGEST_GAP_MILLIS = 600;
    private static final int VICTIMS = 60;

    Storm {
        strikes = List.copyOf(strikes);
        mishaps = mishaps.isEmpty() ? Set.of() : EnumSet.copyOf(mishaps);
    }

    /** The storm of a seed. */
    static Storm of(long seed, int groups) {
        return any(seed, groups).seeded(seed);
    }

    /** Nothing but turns and answers that take their time. */
    static Storm none(long seed, int groups) {
        return new Storm(seed, groups, List.of(), Set.of());
    }

    /** From a breeze with mishaps of all kinds to a hurricane of {@value #MOST_STRIKES} strikes. */
    static Gen<Storm> any(long seed, int groups) {
        return choices -> {
            var mishaps = EnumSet.noneOf(FaultKind.class);
            for (FaultKind kind : FaultKind.values()) {
                if (kind.isMishap() && choices.percent(100)) {
                    mishaps.add(kind);
                }
            }
            var clock = new int[1];
            List<Strike> strikes = choices.list(0, MOST_STRIKES, () -> strike(choices, clock));
            return new Storm(seed, groups, strikes, mishaps);
        };
    }

    private static Strike strike(Choices choices, int[] clockMillis) {
        clockMillis[0] += choices.below(LONGEST_GAP_MILLIS);
        return new Strike(
                clockMillis[0],
                choices.among(Strike.Deed.values()),
                choices.below(VICTIMS),
                choices.below(1_000),
                choices.below(1_000));
    }

    long lastStrikeNanos() {
        return strikes.isEmpty() ? 0 : strikes.get(strikes.size() - 1).atNanos();
    }

    @Override
    public String toString() {
        var lines = new ArrayList<String>();
        lines.add(groups + (groups == 1 ? " group, " : " groups, ") + strikes.size() + " strikes, mishaps of calls: "
                + mishaps.stream().map(FaultKind::word).collect(Collectors.joining(", ", "[", "]")));
        strikes.forEach(strike -> lines.add(strike.toString()));
        return lines.stream().map(line -> "  " + line).collect(Collectors.joining("\n"));
    }
}
