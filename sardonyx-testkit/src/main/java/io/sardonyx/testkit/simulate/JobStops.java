package io.sardonyx.testkit.simulate;

import io.sardonyx.job.Job;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Replica;
import io.sardonyx.task.input.CheckpointReset;
import io.sardonyx.testkit.simulate.jobs.JobVersions;
import io.sardonyx.testkit.simulate.oracle.JobAudit;
import io.sardonyx.testkit.simulate.oracle.JobOracle;
import io.sardonyx.value.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Stops of jobs in mid-storm: each goes on from its last checkpoint under another id, as it was or as another version,
 * and what both have published and keep is checked as that of one job.
 *
 * <p>Jobs that give totals in the end are left out: one that is stopped while these are under way has published them,
 * and the job that goes on from it gives them again.
 */
final class JobStops {

    /** Of the generator, so that nothing else in a seed depends on it. */
    private static final long SALT = 1_206L << 32;
    /** One seed in so many has stops. */
    private static final int STOPS_OF = 4;

    private static final int MOST = 4;
    private final JobWorld works;
    private final JobOracle audit;
    private final SplittableRandom random;
    /** What was submitted last of each job that was stopped. */
    private final Map<JobAudit, Job> latest = new HashMap<>();
    /** The job that was stopped, by the one that goes on from it. */
    private final Map<JobId, JobId> formers = new HashMap<>();

    private Consumer<String> story = what -> {};

    JobStops(JobWorld works, JobOracle audit, long seed) {
        this.works = works;
        this.audit = audit;
        this.random = generator(seed);
        random.nextInt(STOPS_OF);
    }

    private static SplittableRandom generator(long seed) {
        return new SplittableRandom(seed ^ SALT);
    }

    /** Whether jobs of a seed are stopped. */
    static boolean in(long seed) {
        return generator(seed).nextInt(STOPS_OF) == 0;
    }

    /** Stops some of the jobs that are open at random times of the storm. */
    void schedule(Consumer<String> listener) {
        story = listener;
        for (int left = 1 + random.nextInt(MOST); left > 0; left--) {
            works.world.time.after(random.nextLong(World.SECOND, Storm.workNanos()), this::stop);
        }
    }

    private void stop() {
        List<JobAudit> open = audit.books().stream()
                .filter(book -> book.state() == JobAudit.State.OPEN && !book.commission.totals())
                .toList();
        if (!open.isEmpty()) {
            stop(open.get(random.nextInt(open.size())));
        }
    }

    private void stop(JobAudit book) {
        story.accept("stop " + book.id());
        book.stop();
        works.stop(book.id());
    }

    /** How many jobs have gone on from one that was stopped. */
    int resumed() {
        return formers.size();
    }

    /** Lets jobs go on that are stopped. */
    void took(Replica state) {
        for (JobAudit book : audit.books()) {
            Ending ending = state.jobs().killed().get(book.id());
            if (book.state() == JobAudit.State.STOPPED && ending != null) {
                goOn(book, ending);
            }
        }
    }

    private void goOn(JobAudit book, Ending ending) {
        Job former = latest.getOrDefault(book, book.commission.job());
        Job next = random.nextBoolean() ? former : JobVersions.other(former, random);
        JobId id = JobId.of(book.commission.job().name() + "-" + (formers.size() + 1) + "-again");
        story.accept(
                former.id() + " is stopped, " + id + " goes on" + (next.equals(former) ? "" : " as another version"));
        formers.put(id, former.id());
        latest.put(book, next.as(id, List.of()));
        audit.goesOn(book, id);
        works.resume(ending, next.as(id, List.of()));
    }

    /** Acts as the operator of stopped jobs that cannot go on as the list of their partitions is damaged. */
    void resetDamaged() {
        var jobs = works.world.chronicle.state().jobs();
        List<Machine> living = works.world.living();
        for (JobAudit book : audit.books()) {
            JobId former = formers.get(book.id());
            if (former != null && !jobs.knows(book.id()) && !living.isEmpty()) {
                var documents = living.get(0).connection.documents();
                book.commission.job().catalog().stream()
                        .filter(entry -> entry.task().input())
                        .forEach(entry -> {
                            var unused = new CheckpointReset(documents, former, entry.name()).reset(null, false);
                        });
            }
        }
    }
}
