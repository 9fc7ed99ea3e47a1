package io.sardonyx.testkit.simulate.jobs;

import static io.sardonyx.testkit.simulate.jobs.ExpectedJob.stockName;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Call;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Tuning;
import io.sardonyx.testkit.simulate.SimulatedEngine;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

/**
 * Generator of random jobs with their expected results: chains, diamonds, grouping, filters, dead letters, retries,
 * hanging and failing functions.
 */
public final class RandomJobs {

    private static final List<SimulatedData.Refusal> REFUSALS = List.of(SimulatedData.Refusal.values());
    private static final int MOST_PARTITIONS = 4;
    private static final int MOST_SEGMENTS = 40;
    /* Many more partitions than a peer has open at once, with few segments each. */
    private static final int MANY_PARTITIONS = 60;
    private static final int FEW_SEGMENTS = 6;
    private static final int MOST_READERS = 4;
    /* Most virtual time that all calls of a job take together, in microseconds, if one peer makes all of them. */
    private static final long MOST_MICROS = 100_000_000;

    private final RandomGenerator random;
    private final String name;
    private final Map<String, List<List<Object>>> inputs = new LinkedHashMap<>();
    private final JobBuilder job;
    /** Whether the job that is generated may be killed. */
    private boolean mayDie;
    /** The next segment; numbers are unique within a job. */
    private long number;
    /* The pending timeout of the latest input, in microseconds. */
    private long slowness;

    /** Whether bounds, tags and flux policies are left out that a coordinator does not know. */
    private final boolean coordinated;

    private final Tuning.Partitions sharing;

    private boolean checkpointed;

    private RandomJobs(
            String name, Delivery delivery, boolean coordinated, Tuning.Partitions sharing, RandomGenerator random) {
        this.name = name;
        this.random = random;
        this.coordinated = coordinated;
        this.sharing = sharing;
        this.job = Job.named(name).delivery(delivery);
    }

    /**
     * Draws a job of random shape.
     *
     * @param partitions how the peers of its inputs share these
     */
    public static ExpectedJob draw(
            String name, Delivery delivery, Tuning.Partitions partitions, RandomGenerator random) {
        return new RandomJobs(name, delivery, false, partitions, random).draw();
    }

    /** Draws a job of random shape that a coordinator can assign. */
    public static ExpectedJob drawCoordinated(
            String name, Delivery delivery, Tuning.Partitions partitions, RandomGenerator random) {
        return new RandomJobs(name, delivery, true, partitions, random).draw();
    }

    /** Draws a job of random shape with checkpoints. */
    public static ExpectedJob drawCheckpointed(String name, RandomGenerator random) {
        var jobs = new RandomJobs(name, Delivery.DIRECT, false, Tuning.Partitions.DEALT, random);
        jobs.checkpointed = true;
        int every = random.nextInt(100, random.nextBoolean() ? 300 : 2_000);
        jobs.job.checkpoint(
                new Job.Checkpointing(Duration.ofMillis(every), 1 + random.nextInt(3), Duration.ofMinutes(10)));
        return jobs.draw();
    }

    private ExpectedJob draw() {
        if (checkpointed && random.nextInt(2) == 0) {
            return counting();
        }
        return switch (random.nextInt(10)) {
            case 0 -> chain();
            case 1 -> diamond();
            case 2 -> twoInTwoOut();
            case 3 -> keyed();
            case 4 -> filtered();
            case 5 -> deadLetters();
            case 6 -> leavingOut();
            case 7 -> tryingAgain();
            case 8 -> hanging();
            default -> doomed();
        };
    }

    /** Adds an input task with random partitions, batch size, pending limit, timeout and error policy. */
    private void input(String task) {
        var partitions = new ArrayList<List<Object>>();
        boolean many = random.nextInt(3) == 0;
        for (int p = 1 + random.nextInt(many ? MANY_PARTITIONS : MOST_PARTITIONS); p > 0; p--) {
            var partition = new ArrayList<Object>();
            for (int i = random.nextInt(many ? FEW_SEGMENTS : MOST_SEGMENTS); i > 0; i--) {
                partition.add(number++);
            }
            partitions.add(List.copyOf(partition));
        }
        inputs.put(task, List.copyOf(partitions));
        int batch = 1 + random.nextInt(8);
        int pending = 1 + random.nextInt(20);
        var timeout =
                random.nextBoolean() ? Tuning.DEFAULT.pendingTimeout() : Duration.ofMillis(random.nextInt(200, 2_000));
        ErrorPolicy policy = random.nextInt(3) == 0 ? ErrorPolicy.SKIP : ErrorPolicy.KILL;
        Tuning.Roots roots = random.nextInt(3) == 0 && !checkpointed ? Tuning.Roots.SEGMENT : Tuning.Roots.BATCH;
        int peers = 1 + random.nextInt(MOST_READERS);
        job.task(
                task,
                it -> it.input(SimulatedData.input(stockName(name, task)))
                        .peers(1, most(peers))
                        .onError(policy)
                        .tuned(tuning -> tuning.batchesOf(batch)
                                .pending(Math.max(pending, batch), timeout)
                                .with(roots)
                                .sharing(sharing)));
        slowness = timeout.toNanos() / 1_000;
    }

    /**
     * Adds, half of the time, a slow function downstream of an input, whose calls together may exceed the pending
     * timeout. Returns the task to connect further tasks to.
     */
    private String behind(String task) {
        if (random.nextBoolean()) {
            return task;
        }
        long most = Math.min(slowness / 2, MOST_MICROS / Math.max(1, number));
        int peers = 1 + random.nextInt(2);
        long micros = random.nextBoolean() ? most : random.nextLong(most / 10 + 1);
        job.task(
                        "slow",
                        it -> it.function(Call.to(TestFunctions.class.getName() + "::slow")
                                        .with("job", name)
                                        .with("micros", micros))
                                .peers(1, most(peers)))
                .path(task, "slow");
        return "slow";
    }

    /** The most peers of a task; a coordinator knows tasks of one peer or of any number. */
    private int most(int peers) {
        return coordinated && peers > 1 ? Bounds.UNBOUNDED : peers;
    }

    /** Adds an output task with random refusals, tags and flux policy. */
    private void output(String task) {
        int peers = 1 + random.nextInt(2);
        SimulatedData.Refusal refusal = REFUSALS.get(random.nextInt(REFUSALS.size()));
        String[] tags = random.nextInt(4) == 0 ? new String[] {SimulatedEngine.TAG} : new String[0];
        Flux flux = random.nextInt(4) == 0 ? Flux.RECOVER : Flux.CONTINUE;
        if (coordinated) {
            tags = new String[0];
            flux = Flux.CONTINUE;
        }
        String[] required = tags;
        Flux after = flux;
        job.task(
                task,
                it -> it.output(SimulatedData.output(stockName(name, task), refusal))
                        .peers(1, most(peers))
                        .tags(required)
                        .flux(after));
    }

    private ExpectedJob commission(boolean doomed, LongFunction<Map<String, List<?>>> due) {
        mayRestart();
        return new ExpectedJob(job.build(), inputs, due, doomed, mayDie, false);
    }

    private ExpectedJob skipping(LongFunction<Map<String, List<?>>> due) {
        mayRestart();
        return new ExpectedJob(job.build(), inputs, due, false, mayDie, true);
    }

    /** Adds, now and then, a lifecycle that fails and asks for restarts. */
    private void mayRestart() {
        if (random.nextInt(3) == 0) {
            job.lifecycle(null, Call.to(TestFunctions.class.getName() + "::restless"));
        }
    }

    private ExpectedJob chain() {
        input("read");
        output("write");
        job.function("left", TestFunctions::left).path(behind("read"), "left", "write");
        return commission(false, n -> Map.of("write", List.of(TestFunctions.left(n))));
    }

    private ExpectedJob diamond() {
        input("read");
        output("write");
        String behind = behind("read");
        job.function("left", TestFunctions::left)
                .function("right", TestFunctions::right)
                .path(behind, "left", "write")
                .path(behind, "right", "write");
        return commission(false, n -> Map.of("write", List.of(TestFunctions.left(n), TestFunctions.right(n))));
    }

    private ExpectedJob twoInTwoOut() {
        input("read");
        input("also-read");
        output("write");
        output("also-write");
        job.function("left", TestFunctions::left).path("read", "left", "write").path("also-read", "left", "also-write");
        return commission(
                false,
                n -> Map.of("write", List.of(TestFunctions.left(n)), "also-write", List.of(TestFunctions.left(n))));
    }

    private ExpectedJob keyed() {
        input("read");
        output("write");
        job.function("three", TestFunctions::three)
                .task(
                        "keyed",
                        it -> it.function(TestFunctions::same)
                                .groupBy(TestFunctions::same)
                                .peers(coordinated ? 1 : 2, coordinated ? Bounds.UNBOUNDED : 2))
                .path(behind("read"), "three", "keyed", "write");
        return commission(false, n -> Map.of("write", TestFunctions.three(n)));
    }

    /** A job whose function keeps state, and now and then throws after it has changed some of it. */
    private ExpectedJob counting() {
        input("read");
        output("write");
        boolean throwing = random.nextInt(3) == 0;
        boolean totals = random.nextInt(3) == 0;
        boolean combined = totals && !throwing && random.nextInt(2) == 0;
        int peers = 1 + random.nextInt(3);
        Flux flux = random.nextInt(3) == 0 ? Flux.RECOVER : Flux.CONTINUE;
        job.task(CountedState.TASK, it -> {
            it.function(Call.to(CountedState.class.getName() + (throwing ? "::countedOrThrown" : "::counted")))
                    .groupBy(CountedState::key)
                    .peers(1, peers)
                    .flux(flux);
            if (throwing) {
                it.onError(ErrorPolicy.SKIP);
            }
            return totals && !combined ? it.atEnd(CountedState::total) : it;
        });
        String before = behind("read");
        job.path(before, CountedState.TASK, "write");
        if (combined) {
            combining(before, peers, flux);
        }
        mayRestart();
        return new ExpectedJob(
                job.build(),
                inputs,
                n -> Map.<String, List<?>>of("write", throwing && TestFunctions.isPoison(n) ? List.of() : List.of(n)),
                false,
                mayDie,
                throwing,
                true,
                totals);
    }

    /** A second task that counts, whose upstream task adds up what goes to the same key. */
    private void combining(String before, int peers, Flux flux) {
        job.task(
                CountedState.COMBINED,
                it -> it.accumulate(CountedState::added)
                        .groupBy(CountedState::key)
                        .combine(true)
                        .atEnd(CountedState::total)
                        .peers(1, peers)
                        .flux(flux));
        job.path(before, CountedState.COMBINED, "write");
    }

    private ExpectedJob filtered() {
        input("read");
        output("write");
        job.function("even", TestFunctions::isEven).path(behind("read"), "even", "write");
        return commission(false, n -> Map.of("write", TestFunctions.isEven(n) ? List.of(n) : List.of()));
    }

    private void picky(ErrorPolicy policy) {
        job.task("picky", it -> it.function(TestFunctions::picky).onError(policy));
    }

    private ExpectedJob deadLetters() {
        input("read");
        output("write");
        output("letters");
        picky(ErrorPolicy.deadLettersTo(TaskName.of("letters")));
        job.path(behind("read"), "picky", "write").path("picky", "letters");
        return skipping(n -> Map.of(TestFunctions.isPoison(n) ? "letters" : "write", List.of(n)));
    }

    private ExpectedJob leavingOut() {
        input("read");
        output("write");
        picky(ErrorPolicy.SKIP.after(2, Duration.ofMillis(20)));
        job.path(behind("read"), "picky", "write");
        return skipping(n -> Map.of("write", TestFunctions.isPoison(n) ? List.of() : List.of(n)));
    }

    private ExpectedJob tryingAgain() {
        input("read");
        output("write");
        job.task(
                        "moody",
                        it -> it.function(Call.to(TestFunctions.class.getName() + "::moody"))
                                .onError(ErrorPolicy.KILL.after(30, Duration.ofMillis(1))))
                .path(behind("read"), "moody", "write");
        return commission(false, n -> Map.of("write", List.of(n)));
    }

    /**
     * A job whose function hangs for some segments. It is killed for that, or completes when it holds no such segment.
     */
    private ExpectedJob hanging() {
        input("read");
        output("write");
        mayDie = true;
        job.task("hanging", it -> it.function(Call.to(TestFunctions.class.getName() + "::hanging")))
                .path("read", "hanging", "write");
        return commission(false, n -> Map.of("write", List.of(n)));
    }

    private ExpectedJob doomed() {
        input("read");
        output("write");
        picky(ErrorPolicy.KILL);
        job.path(behind("read"), "picky", "write");
        boolean doomed = inputs.values().stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .anyMatch(n -> TestFunctions.isPoison((long) n));
        return commission(doomed, n -> Map.of("write", TestFunctions.isPoison(n) ? List.of() : List.of(n)));
    }
}
