package io.sardonyx.testkit.simulate;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.Tuning;
import io.sardonyx.testkit.generate.Choices;
import io.sardonyx.testkit.generate.Gen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fault schedule of a simulation, as a value: which events happen when, and which kinds of fault store calls and watch
 * callbacks suffer.
 *
 * <p>Delays of calls and turns of processes are random from the same seed. A schedule is drawn from {@link Choices}, so
 * a failing one is shrunk like every other generated value.
 *
 * @param seed of the random generator for everything that is not in the schedule
 * @param strikes the events, sorted by time
 * @param mishaps kinds of fault that are injected by chance
 */
record Storm(long seed, int groups, List<StormEvent> strikes, Set<FaultKind> mishaps) {

    private static final int FEWEST_STRIKES = 20;
    private static final int MOST_STRIKES = 160;
    private static final int MILLIS = 45_000;
    /** Range of victim numbers, which are taken modulo the number of live machines. */
    private static final int VICTIMS = 60;

    private static final int FEWEST_WORK_STRIKES = 8;
    private static final int MOST_WORK_STRIKES = 60;
    private static final int WORK_MILLIS = 15_000;
    private static final int MOST_CHECKPOINT_STRIKES = 12;
    /** How likely each kind of event and of fault by chance is in a storm over checkpoints, in percent. */
    private static final int SOME_KINDS = 30;
    /** The events that may be in each storm over checkpoints. */
    private static final Set<StormEvent.Deed> ALWAYS =
            Set.of(StormEvent.Deed.SUBMIT_JOB, StormEvent.Deed.LEAVE, StormEvent.Deed.KILL);

    private static final int MOST_STALLS = 4;
    private static final int STALLS_BEGIN_MILLIS = 8_000;
    private static final int STALL_MILLIS = 3_000;
    private static final int MOST_BROKER_STRIKES = 12;
    /** One seed in so many has queued jobs. */
    private static final int QUEUED_OF = 3;
    /** One seed with queued jobs in so many has a single group. */
    private static final int LONE_OF = 5;
    /** Of the generator for delivery; such that the seeds kept from before there were queues have direct jobs. */
    private static final long DELIVERY_SALT = 11L << 32;

    /** One seed in so many has inputs whose partitions are claimed. */
    private static final int CLAIMED_OF = 4;
    /** Of the generator for partitions; such that each kept seed shares them as when it once failed. */
    private static final long PARTITIONS_SALT = 31L << 32;

    /** The ways to decide who does what that a seed may choose. */
    private static final List<Allocation> ALLOCATIONS = List.of(Allocation.PLANNED, Allocation.VOLUNTEERED);
    /** Of the generator for allocation; such that each kept seed has the allocation under which it once failed. */
    private static final long ALLOCATION_SALT = 248L << 32;

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

    /** Duration of a schedule without jobs. */
    static long nanos() {
        return MILLIS * 1_000_000L;
    }

    /** Duration of a schedule with jobs. */
    static long workNanos() {
        return WORK_MILLIS * 1_000_000L;
    }

    /** The schedule of a seed for a simulation without jobs. */
    static Storm of(long seed, int groups) {
        return any(seed, groups).seeded(seed);
    }

    /** No faults, only random delays. */
    static Storm none(long seed, int groups) {
        return new Storm(seed, groups, List.of(), Set.of());
    }

    /** Faults of store calls of all kinds, and {@value #FEWEST_STRIKES} to {@value #MOST_STRIKES} events. */
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

    /** A short schedule of faults of these kinds for one job, from its submission on. */
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

    /** When the schedule for one job begins. */
    static long jobBeginNanos() {
        return JOB_BEGIN_MILLIS * 1_000_000L;
    }

    /** When the schedule for one job ends. */
    static long jobEndNanos() {
        return (JOB_BEGIN_MILLIS + JOB_MILLIS) * 1_000_000L;
    }

    /**
     * A schedule for simulations with jobs: shorter, and with faults of links and tasks. If the seed has queued jobs,
     * also with faults of the broker, which are drawn last, and perhaps with a single group, which a queued job can do
     * with.
     */
    static Gen<Storm> anyAtWork(long seed, int groups) {
        return anyAtWork(seed, groups, isQueued(seed));
    }

    /** As {@link #anyAtWork(long, int)}, whatever the seed says about the delivery of its jobs. */
    static Gen<Storm> anyAtWork(long seed, int groups, boolean queued) {
        return choices -> {
            Set<FaultKind> mishaps = mishapsAtWork(choices, 100);
            List<StormEvent> strikes = choices.list(
                    0,
                    FEWEST_WORK_STRIKES,
                    MOST_WORK_STRIKES,
                    () -> strike(choices, WORK_MILLIS, StormEvent.Deed.toWork()));
            return queued
                    ? overBroker(seed, isLone(seed) ? 1 : groups, strikes, mishaps, choices)
                    : new Storm(seed, groups, strikes, mishaps);
        };
    }

    /**
     * A schedule for jobs with checkpoints: a few events of some kinds, and some kinds of faults by chance, so that
     * many checkpoints are made in between.
     */
    static Gen<Storm> anyOverCheckpoints(long seed, int groups) {
        return choices -> {
            Set<FaultKind> mishaps = mishapsAtWork(choices, SOME_KINDS);
            List<StormEvent.Deed> deeds = StormEvent.Deed.toWork().stream()
                    .filter(deed -> ALWAYS.contains(deed) || choices.percent(SOME_KINDS))
                    .toList();
            List<StormEvent> strikes =
                    choices.list(0, 0, MOST_CHECKPOINT_STRIKES, () -> strike(choices, WORK_MILLIS, deeds));
            return new Storm(seed, groups, strikes, mishaps);
        };
    }

    private static Set<FaultKind> mishapsAtWork(Choices choices, int percent) {
        var mishaps = EnumSet.noneOf(FaultKind.class);
        for (FaultKind kind : FaultKind.values()) {
            if ((kind.isMishap() || kind.isOfWork()) && !kind.isOfBroker() && choices.percent(percent)) {
                mishaps.add(kind);
            }
        }
        return mishaps;
    }

    private static Storm overBroker(
            long seed, int groups, List<StormEvent> strikes, Set<FaultKind> mishaps, Choices choices) {
        var all = new ArrayList<>(strikes);
        all.addAll(choices.list(
                0, 0, MOST_BROKER_STRIKES, () -> strike(choices, WORK_MILLIS, StormEvent.Deed.toBroker())));
        var kinds = EnumSet.copyOf(mishaps);
        if (choices.percent(100)) {
            kinds.add(FaultKind.DEPTH_UNKNOWN);
        }
        return new Storm(seed, groups, all, kinds);
    }

    /** Generator for what a seed says about the delivery of its jobs; independent of everything else in it. */
    static SplittableRandom delivery(long seed) {
        return new SplittableRandom(seed ^ DELIVERY_SALT);
    }

    /** Who decides in a seed which peer does what; independent of everything else in it. */
    static Allocation allocation(long seed) {
        return ALLOCATIONS.get(new SplittableRandom(seed ^ ALLOCATION_SALT).nextInt(ALLOCATIONS.size()));
    }

    /** How the peers of an input share its partitions in a seed; independent of everything else in it. */
    static Tuning.Partitions partitions(long seed) {
        return new SplittableRandom(seed ^ PARTITIONS_SALT).nextInt(CLAIMED_OF) == 0
                ? Tuning.Partitions.CLAIMED
                : Tuning.Partitions.DEALT;
    }

    /** Whether the jobs of a seed may be queued. */
    static boolean isQueued(long seed) {
        return delivery(seed).nextInt(QUEUED_OF) == 0;
    }

    private static boolean isLone(long seed) {
        SplittableRandom delivery = delivery(seed);
        return delivery.nextInt(QUEUED_OF) == 0 && delivery.nextInt(LONE_OF) == 0;
    }

    /** Only stalls of processes: no crashes, no new processes, no lost messages. */
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

    /** No faults; after the first job, which comes when all groups have joined, another one every so often. */
    static Storm ofJobs(long seed, int groups, int jobs, int everyMillis) {
        List<StormEvent> submissions = IntStream.range(1, jobs)
                .mapToObj(job -> new StormEvent(
                        STALLS_BEGIN_MILLIS + job * everyMillis, StormEvent.Deed.SUBMIT_JOB, job % VICTIMS, 0, 0))
                .toList();
        return new Storm(seed, groups, submissions, Set.of());
    }

    /** Whether no fault in it loses anything, so that retries must be rare. */
    boolean isGentle() {
        return mishaps.isEmpty()
                && strikes.stream()
                        .allMatch(strike ->
                                strike.deed() == StormEvent.Deed.STALL || strike.deed() == StormEvent.Deed.SUBMIT_JOB);
    }

    /** Draws an event. Its time does not depend on other events, so that shrinking can leave those out. */
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
