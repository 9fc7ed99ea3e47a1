package io.sardonyx;

import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskStats;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Registry of the {@link GroupEngine}s of current and past incarnations of this process's groups, for statistics. The
 * last {@link #MOST_CLOSED} closed engines are kept whole, of older ones only the counters, as long as the replica
 * remembers the job. Thread-safe: groups' threads write, any thread reads, under the registry's monitor.
 */
final class EngineRegistry {

    /** How many closed engines are kept: a task loop may finish after its engine was closed, and reports to it then. */
    static final int MOST_CLOSED = 8;

    /** How many ended jobs {@link #reports} still includes, so that a short job can be seen after its end. */
    static final int MOST_ENDED = 100;

    private final List<Life> living = new ArrayList<>();
    private final ArrayDeque<Life> closed = new ArrayDeque<>();
    /** Counters of engines that are no longer kept, by job. */
    private final Map<JobId, List<TaskReport>> past = new HashMap<>();

    /** Live jobs that had a peer here and the last ones that ended, in order of their first appearance. */
    private final Set<JobId> latest = new LinkedHashSet<>();

    synchronized PeerEngine begin(GroupEngine engine) {
        var life = new Life(engine);
        living.add(life);
        return life;
    }

    /** Statistics of all tasks that run now. */
    synchronized List<TaskStats> stats() {
        return living.stream().flatMap(life -> life.engine.stats().stream()).toList();
    }

    /** Counters of the tasks of a job over all engines, current or as they were when it ended. */
    synchronized List<TaskReport> report(JobId job) {
        var reports = new ArrayList<JobReport>();
        living.forEach(life -> reports.add(life.report(job)));
        closed.forEach(life -> reports.add(life.report(job)));
        reports.add(new JobReport(0, past.getOrDefault(job, List.of())));
        return JobReport.together(reports);
    }

    /** Counters of all live jobs that had a peer here and of the last ones that ended. */
    synchronized Map<JobId, List<TaskReport>> reports() {
        var all = new LinkedHashMap<JobId, List<TaskReport>>();
        latest.forEach(job -> all.put(job, report(job)));
        return all;
    }

    /** Whether all local tasks of a job have finished, lifecycles included. */
    synchronized boolean isOver(JobId job) {
        return Stream.concat(living.stream(), closed.stream()).allMatch(life -> life.engine.isOver(job));
    }

    /** Messages of exceptions at the end of a job's tasks, when they could no longer fail the job. */
    synchronized List<String> failuresAtEnd(JobId job) {
        return Stream.concat(living.stream(), closed.stream())
                .flatMap(life -> life.engine.failuresAtEnd(job).stream())
                .toList();
    }

    /** Number of engines kept, for tests. */
    synchronized int held() {
        return living.size() + closed.size();
    }

    private synchronized void know(Life life, Duties duties, Jobs jobs) {
        for (Work work : duties.work()) {
            life.jobs.add(work.assignment().job());
            latest.add(work.assignment().job());
        }
        forgetEnded(jobs);
        if (life.retired != jobs.retired()) {
            life.retired = jobs.retired();
            life.jobs.removeIf(job -> isForgotten(job, jobs));
            past.keySet().removeIf(job -> isForgotten(job, jobs));
        }
    }

    private void forgetEnded(Jobs jobs) {
        if (latest.size() <= MOST_ENDED) {
            return;
        }
        long ended = latest.stream().filter(job -> !jobs.live().has(job)).count();
        for (var oldest = latest.iterator(); ended > MOST_ENDED; ) {
            if (!jobs.live().has(oldest.next())) {
                oldest.remove();
                ended--;
            }
        }
    }

    private static boolean isForgotten(JobId job, Jobs jobs) {
        return !jobs.knows(job) || jobs.retired().has(job);
    }

    private synchronized void end(Life life) {
        living.remove(life);
        closed.add(life);
        if (closed.size() > MOST_CLOSED) {
            Life oldest = closed.remove();
            oldest.jobs.forEach(job -> past.merge(job, oldest.report(job).tasks(), EngineRegistry::together));
        }
    }

    private static List<TaskReport> together(List<TaskReport> some, List<TaskReport> others) {
        return JobReport.together(List.of(new JobReport(0, some), new JobReport(0, others)));
    }

    /** An engine that registers itself: its first duties make its jobs known, closing moves it to the closed ones. */
    private final class Life implements PeerEngine {

        private final GroupEngine engine;
        private final Set<JobId> jobs = new HashSet<>();
        /*
         * Retired jobs in the replica last seen; compared by identity, as nothing was forgotten while it is the same
         * instance.
         */
        private OrderedSet<JobId> retired = OrderedSet.empty();

        Life(GroupEngine engine) {
            this.engine = engine;
        }

        JobReport report(JobId job) {
            return new JobReport(0, engine.report(job));
        }

        @Override
        public void take(Duties duties, Replica replica) {
            know(this, duties, replica.jobs());
            engine.take(duties, replica);
        }

        @Override
        public boolean mayBegin(PeerId peer, Outline job) {
            return engine.mayBegin(peer, job);
        }

        @Override
        public void suspend(boolean suspended) {
            engine.suspend(suspended);
        }

        @Override
        public void drain() {
            engine.drain();
        }

        @Override
        public boolean isQuiet() {
            return engine.isQuiet();
        }

        @Override
        public boolean turn(long nowNanos) {
            return engine.turn(nowNanos);
        }

        @Override
        public List<Said> said() {
            return engine.said();
        }

        @Override
        public void close() {
            engine.close();
            end(this);
        }
    }
}
