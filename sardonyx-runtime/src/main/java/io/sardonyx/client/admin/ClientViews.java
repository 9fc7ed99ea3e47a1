package io.sardonyx.client.admin;

import io.sardonyx.client.ClusterStatus;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Views of a replica that clients are given: status and outcome of its jobs, and of the cluster itself. */
public final class ClientViews {

    private ClientViews() {}

    /** The cluster of a replica at that position; empty when it is not founded. */
    public static Optional<ClusterStatus> cluster(Replica replica, long position) {
        ClusterParameters cluster = replica.cluster();
        return Optional.ofNullable(cluster.id())
                .map(name -> new ClusterStatus(
                        name,
                        cluster.allocation(),
                        cluster.scheduler(),
                        cluster.remembered(),
                        position,
                        replica.ring().members().keys().inOrder(),
                        replica.peers().present().size(),
                        cluster.stateUri()));
    }

    /** The status of a job, empty when there is no such job. */
    public static Optional<JobStatus> status(Jobs jobs, JobId job) {
        Run run = jobs.live().get(job);
        return run != null ? Optional.of(status(run)) : outcome(jobs, job).map(JobStatus::of);
    }

    /** All jobs whose end is not forgotten: live ones in order of submission, then completed, then killed ones. */
    public static List<JobStatus> all(Jobs jobs) {
        var all = new ArrayList<JobStatus>();
        jobs.live().values().forEach(run -> all.add(status(run)));
        jobs.completed()
                .keys()
                .forEach(job -> outcome(jobs, job).map(JobStatus::of).ifPresent(all::add));
        jobs.killed()
                .keys()
                .forEach(job -> outcome(jobs, job).map(JobStatus::of).ifPresent(all::add));
        return all;
    }

    private static JobStatus status(Run run) {
        int peers = run.demand().size();
        JobStatus.State unplaced = run.health().held() ? JobStatus.State.HELD : JobStatus.State.WAITING;
        JobStatus.State placed = run.checkpoints().stopping() ? JobStatus.State.STOPPING : JobStatus.State.RUNNING;
        return new JobStatus(run.job().id(), peers == 0 ? unplaced : placed, peers, null);
    }

    /** The outcome of a job, empty while it is live or when there is no such job. */
    public static Optional<Outcome> outcome(Jobs jobs, JobId job) {
        Ending killed = jobs.killed().get(job);
        if (killed != null) {
            return Optional.of(stopped(killed));
        }
        Ending completed = jobs.completed().get(job);
        if (completed != null) {
            return Optional.of(completed(completed));
        }
        return jobs.retired().has(job) ? Optional.of(new Outcome.Forgotten(job)) : Optional.empty();
    }

    private static Outcome completed(Ending ending) {
        var skipped = new TreeMap<TaskName, Long>();
        ending.skipped().forEach(skipped::put);
        return new Outcome.Completed(ending.job().id(), ending.position(), Collections.unmodifiableMap(skipped));
    }

    private static Outcome stopped(Ending killed) {
        if (killed.stopped()) {
            return new Outcome.Stopped(
                    killed.job().id(), killed.position(), killed.checkpoints().latestNumber());
        }
        Cause cause = killed.cause();
        TaskName task = cause.task();
        return task == null
                ? new Outcome.Killed(killed.job().id(), killed.position(), cause.by(), cause.reason())
                : new Outcome.Failed(killed.job().id(), killed.position(), task, cause.reason());
    }
}
