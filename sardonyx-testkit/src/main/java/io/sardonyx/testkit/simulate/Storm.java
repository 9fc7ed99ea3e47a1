package io.sardonyx.testkit.simulate;

import io.sardonyx.testkit.generate.Choices;
import io.sardonyx.testkit.generate.Gen;
import java.util.ArrayList;
import java.util.Comparator;
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
record Storm(long seed, int groups, List<StormEvent> strikes, Set<FaultKind> mishaps) {

    private static final int FEWEST_STRIKES = 20;
    private static final int MOST_STRIKES = 160;
    private static final int MILLIS = 45_000;
    private static final int VICTIMS = 60;
    private static final int FEWEST_WORK_STRIKES = 8;
    private static final int MOST_WORK_STRIKES = 60;
    private static final int WORK_MILLIS = 15_000;
    private static final int MOST_STALLS = 4;
    private static final int STALLS_BEGIN_MILLIS = 8_000;
    private static final int STALL_MILLIS = 3_000;
    private static final int FEWEST_JOB_STRIKES = 4;
    private static final int MOST_JOB_STRIKES = 20;
    private static final int JOB_BEGIN_MILLIS = 1_500;
    private static final int JOB_MILLIS = 4_000;

    Storm {
        strikes = strikes.stream()
                .sorted(Comparator.comparingLong(StormEvent::atMillis))
                .toList();
        mishaps = mishaps.isEmpty() ? Set.of() : EnumSet.copyOf(mishaps);
    }

    static long nanos() {
        return MILLIS * 1_000_000L;
    }

    /** How long one lasts in which there is work. */
    static long workNanos() {
        return WORK_MILLIS * 1_000_000L;
    }

    /** The storm of a seed. */
    static Storm of(long seed, int groups) {
        return any(seed, groups).seeded(seed);
    }

    /** Nothing but turns and answers that take their time. */
    static Storm none(long seed, int groups) {
        return new Storm(seed, groups, List.of(), Set.of());
    }

    /** Mishaps of all kinds, and {@value #FEWEST_STRIKES} to {@value #MOST_STRIKES} strikes. */
    static Gen<Storm> any(long seed, int groups) {
        return choices -> {
            var mishaps = EnumSet.noneOf(FaultKind.class);
            for (FaultKind kind : FaultKind.values()) {
                if (kind.isMishap() && choices.percent(100)) {
                    mishaps.add(kind);
                }
            }
            List<StormEvent> strikes = choices.list(
                    0, FEWEST_STRIKES, MOST_STRIKES, () -> strike(choices, MILLIS, StormEvent.Deed.toGroups()));
            return new Storm(seed, groups, strikes, mishaps);
        };
    }

    /** A short storm of faults of these kinds over one job, beginning when it is submitted. */
    static Storm overJob(long seed, int groups, Set<FaultKind> kinds) {
        List<StormEvent.Deed> deeds = StormEvent.Deed.of(kinds);
        Gen<Storm> any = choices -> new Storm(
                seed,
                groups,
                deeds.isEmpty()
                        ? List.of()
                        : choices.list(
                                0,
                                FEWEST_JOB_STRIKES,
                                MOST_JOB_STRIKES,
                                () -> strike(choices, JOB_MILLIS, deeds).later(JOB_BEGIN_MILLIS)),
                kinds);
        return any.seeded(seed);
    }

    /** When the storm over one job begins. */
    static long jobBeginNanos() {
        return JOB_BEGIN_MILLIS * 1_000_000L;
    }

    /** When the storm over one job ends. */
    static long jobEndNanos() {
        return (JOB_BEGIN_MILLIS + JOB_MILLIS) * 1_000_000L;
    }

    /** A storm over machines that work: shorter, and links suffer, too. */
    static Gen<Storm> anyAtWork(long seed, int groups) {
        return choices -> {
            var mishaps = EnumSet.noneOf(FaultKind.class);
            for (FaultKind kind : FaultKind.values()) {
                if ((kind.isMishap() || kind.isOfWork()) && choices.percent(100)) {
                    mishaps.add(kind);
                }
            }
            List<StormEvent> strikes = choices.list(
                    0,
                    FEWEST_WORK_STRIKES,
                    MOST_WORK_STRIKES,
                    () -> strike(choices, WORK_MILLIS, List.of(StormEvent.Deed.values())));
            return new Storm(seed, groups, strikes, mishaps);
        };
    }

    /** Processes that only stand still now and then; nobody comes or goes, and nothing gets lost. */
    static Gen<Storm> anyOfStalls(long seed, int groups) {
        return choices -> new Storm(
                seed,
                groups,
                choices.list(
                        0,
                        0,
                        MOST_STALLS,
                        () -> strike(choices, STALL_MILLIS, List.of(StormEvent.Deed.STALL))
                                .later(STALLS_BEGIN_MILLIS)),
                Set.of());
    }

    /** Whether nothing is lost in it, so that hardly anything has to be done twice. */
    boolean isGentle() {
        return mishaps.isEmpty() && strikes.stream().allMatch(strike -> strike.deed() == StormEvent.Deed.STALL);
    }

    /** Its moment does not depend on others, so that those can be left out. */
    private static StormEvent strike(Choices choices, int millis, List<StormEvent.Deed> deeds) {
        return new StormEvent(
                choices.below(millis),
                choices.among(deeds.toArray(StormEvent.Deed[]::new)),
                choices.below(VICTIMS),
                choices.below(1_000),
                choices.below(1_000));
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
