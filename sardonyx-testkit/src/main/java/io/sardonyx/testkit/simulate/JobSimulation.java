package io.sardonyx.testkit.simulate;

import static io.sardonyx.testkit.simulate.World.SECOND;

import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.Gc;
import io.sardonyx.command.KillJob;
import io.sardonyx.job.Cause;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.task.input.CheckpointReset;
import io.sardonyx.testkit.generate.History;
import io.sardonyx.testkit.simulate.jobs.CallTime;
import io.sardonyx.testkit.simulate.jobs.ExpectedJob;
import io.sardonyx.testkit.simulate.jobs.RandomJobs;
import io.sardonyx.testkit.simulate.oracle.JobAudit;
import io.sardonyx.testkit.simulate.oracle.JobOracle;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One run from one seed in which the production engine works: jobs live through a storm with safety checked at every
 * settlement, checkpoint and entry; then faults stop, and every job that nobody killed must complete.
 */
public final class JobSimulation {

    /** With fewer groups there are not peers enough for every job. */
    public static final int FEWEST_GROUPS = 3;

    private static final long CALM = 600 * SECOND;
    private static final long LOOK_AGAIN = 50 * World.MILLI;
    private static final int MOST_JOBS = 3;
    /* In fair weather of so many calls at most one is made for an abandoned attempt. */
    private static final int LEAST_PER_WASTED = 25;
    /* By then all groups have joined. */
    private static final long GENTLE_BEGIN = 8 * SECOND;
    private static final Pattern RESET = Pattern.compile("sardonyx job reset (\\S+) (\\S+) ");
    private static final JobWorld.Tools TOOLS = JobWorld.Tools.onClassPath();

    private final Storm storm;
    private final Consumer<String> story;
    private final JobOracle audit = new JobOracle();
    private final RandomGenerator drawing;
    private final JobWorld works;
    private final World world;

    /**
     * What a run did.
     *
     * @param repeats how often something came to an output again
     * @param calls how often a function was called that takes its time
     * @param repeatedCalls how many of these calls were made before for the same segment
     */
    public record Outcome(
            Simulation.Outcome cluster, int jobs, int completed, long repeats, long calls, long repeatedCalls) {}

    private JobSimulation(Storm storm, PlantedBug tinkering, Consumer<String> story) {
        this.storm = storm;
        this.story = story;
        this.drawing = RandomGeneratorFactory.of("L64X128MixRandom").create(~storm.seed());
        this.works = new JobWorld(storm, Simulation.SETTINGS, TOOLS, tinkering, new Oversight());
        this.world = works.world;
    }

    /** Runs a seed; throws an {@link AssertionError} that names it when a promise is broken. */
    public static Outcome run(long seed, int groups) {
        return run(Storm.anyAtWork(seed, groups).seeded(seed), PlantedBug.NONE, Simulation.NOBODY);
    }

    /** As {@link #run(long, int)}, telling all that happens, line by line. */
    public static Outcome run(long seed, int groups, Consumer<String> story) {
        return run(Storm.anyAtWork(seed, groups).seeded(seed), PlantedBug.NONE, story);
    }

    static Outcome run(Storm storm, PlantedBug tinkering, Consumer<String> story) {
        var simulation = new JobSimulation(storm, tinkering, story);
        try {
            return simulation.run();
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError(simulation.where() + broken.getMessage(), broken);
        }
    }

    private Outcome run() {
        if (!storm.isGentle()) {
            /* Who is unfit is replaced in the end, which is as good as a kill. */
            works.letSomeBeUnfit();
        }
        for (int i = 0; i < storm.groups(); i++) {
            world.start(world.random.nextLong(SECOND));
        }
        world.time.after(storm.isGentle() ? GENTLE_BEGIN : SECOND, this::submit);
        new FaultInjector(world, new Jobs(), this::tell).schedule(storm);
        world.passUntil(Storm.workNanos());
        while (world.turns() < FaultCoverage.FEWEST_TURNS) {
            world.passUntil(world.time.nowNanos() + SECOND);
        }
        world.weather.clearUp();
        works.replaceUnfit();
        tell("faults have stopped");
        converge();
        var cluster = new Simulation.Outcome(
                storm.seed(), world.turns(), world.chronicle.position() + 1, world.weather.counts(), "");
        int completed = (int) audit.books().stream()
                .filter(book -> book.state() == JobAudit.State.COMPLETED)
                .count();
        long repeats = audit.books().stream().mapToLong(JobAudit::repeats).sum();
        demandNoWaste();
        CallTime calls = works.callTime;
        return new Outcome(cluster, audit.books().size(), completed, repeats, calls.calls(), calls.repeatedCalls());
    }

    /** Where nothing is lost and nobody stands still, hardly anything is done for attempts that are abandoned. */
    private void demandNoWaste() {
        CallTime calls = works.callTime;
        if (storm.isGentle() && storm.strikes().isEmpty() && LEAST_PER_WASTED * calls.repeatedCalls() > calls.calls()) {
            throw new AssertionError(
                    calls.repeatedCalls() + " of " + calls.calls() + " calls were made for abandoned attempts");
        }
    }

    private void converge() {
        long latest = world.time.nowNanos() + CALM;
        while (!audit.unfinished().isEmpty() || !world.hasConverged()) {
            if (world.time.nowNanos() > latest) {
                throw new AssertionError(
                        "did not converge, unfinished are " + audit.unfinished() + ": " + works.describe());
            }
            releaseHeld();
            resetDamaged();
            world.passUntil(world.time.nowNanos() + LOOK_AGAIN);
        }
        tell("all jobs have ended");
        sweep();
    }

    /** After one more trim the store holds nothing of jobs that the cluster does not keep. */
    private void sweep() {
        long latest = world.time.nowNanos() + CALM;
        Machine machine = world.living().get(0);
        machine.group.append(new Gc(machine.group.id(), null));
        while (!works.leftovers().isEmpty()) {
            if (world.time.nowNanos() > latest) {
                throw new AssertionError("nobody deletes " + works.leftovers());
            }
            world.passUntil(world.time.nowNanos() + LOOK_AGAIN);
        }
    }

    /** A storm may kill so often that a job is held; then somebody looks at it, and lets it go on. */
    private void releaseHeld() {
        audit.unfinished().forEach(name -> works.releaseIfHeld(JobId.of(name)));
    }

    /** Somebody reads why a task waits, and does what that says; a task that does not say it waits for ever. */
    private void resetDamaged() {
        for (String reason : works.reasons()) {
            Matcher remedy = RESET.matcher(reason);
            if (remedy.find() && !world.living().isEmpty()) {
                var documents = world.living().get(0).connection.documents();
                JobId job = JobId.of(remedy.group(1));
                tell("reset " + job + " " + remedy.group(2));
                var unused = new CheckpointReset(documents, job, TaskName.of(remedy.group(2))).reset(null, false);
            }
        }
    }

    private void submit() {
        ExpectedJob commission = RandomJobs.draw("job-" + audit.books().size(), drawing);
        audit.open(new JobAudit(commission, works.stock));
        tell("submit " + commission.job());
        works.submit(commission.job());
    }

    private String where() {
        return String.format(
                Locale.ROOT,
                "seed %d with %d groups at work, at %.3f s: ",
                storm.seed(),
                storm.groups(),
                world.time.nowNanos() / 1e9);
    }

    private void tell(StormEvent.Deed deed, Machine victim) {
        tell(deed.word() + " " + victim.name + " " + victim.group.id());
    }

    private void tell(String what) {
        if (story != Simulation.NOBODY) {
            story.accept(String.format(Locale.ROOT, "%9.3f s  %s", world.time.nowNanos() / 1e9, what));
        }
    }

    private final class Jobs implements FaultInjector.Trade {

        @Override
        public void submit(Machine machine, StormEvent strike) {
            if (audit.books().size() < MOST_JOBS) {
                JobSimulation.this.submit();
            }
        }

        /** The first job is left alone, so that each seed sees one through. */
        @Override
        public void kill(Machine machine, StormEvent strike) {
            List<JobAudit> others = audit.books().stream().skip(1).toList();
            if (!others.isEmpty()) {
                JobAudit book = others.get(strike.extent() % others.size());
                book.strike();
                machine.group.append(new KillJob(book.commission.job().id(), new Cause("simulated", null, null)));
            }
        }

        /** Of what inputs of jobs go by; not of those that have ended. */
        @Override
        public void damage(StormEvent strike) {
            List<String> names = Stream.of("checkpoints/", "partitions/")
                    .flatMap(kind -> world.store.documents().names(kind).stream())
                    .toList();
            if (!names.isEmpty()) {
                world.weather.count(FaultKind.DAMAGE);
                String name = names.get(strike.extent() % names.size());
                tell("damaged " + name);
                world.store.documents().damage(name);
            }
        }

        @Override
        public void cut(Machine from, Machine to, long nanos) {
            works.cut(from, to, nanos);
        }
    }

    private final class Oversight implements JobWorld.Overseer {

        @Override
        public void read(Entry<Replica> entry) {
            if (entry.step() instanceof DeclareUnfit unfit) {
                audit.lacksMembers(unfit.job());
            }
            if (story != Simulation.NOBODY) {
                tell("entry" + new History(List.of(entry)));
            }
        }

        @Override
        public void took(Replica state) {
            audit.took(state);
        }

        @Override
        public void settled(String output, Object segment) {
            tell("settled " + segment + " at " + output);
            audit.settled(output, segment);
        }

        @Override
        public void written(String name, byte[] body) {
            audit.written(name, body);
        }

        @Override
        public void lost(String name) {
            audit.lost(name);
        }
    }
}
