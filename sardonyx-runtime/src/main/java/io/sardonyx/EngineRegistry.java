package io.sardonyx;

import io.sardonyx.command.Command;
import io.sardonyx.content.JobReport;
import io.sardonyx.content.TaskReport;
import io.sardonyx.content.TaskStats;
import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.JobId;
import io.sardonyx.value.OrderedSet;
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
 * The engines of all lives that groups of this process live and have lived. Of those long over only what they did is
 * kept, and only as long as anybody remembers the job; for any thread.
 */
final class EngineRegistry {

    /** A loop may still come to its end after its engine was closed, and then tells the engine what it did. */
    static final int MOST_CLOSED = 8;

    /** Of how many jobs that ended {@link #reports} still tells, so that one may be short and still be seen. */
    static final int MOST_ENDED = 100;

    private final List<Life> living = new ArrayList<>();
    private final ArrayDeque<Life> closed = new ArrayDeque<>();
    private final Map<JobId, List<TaskReport>> past = new HashMap<>();

    /** All jobs that live and had a peer here, and those that ended last; the longest known come first. */
    private final Set<JobId> latest = new LinkedHashSet<>();

    synchronized PeerEngine begin(GroupEngine engine) {
        var life = new Life(engine);
        living.add(life);
        return life;
    }

    /** How all tasks do that run now. */
    synchronized List<TaskStats> stats() {
        return living.stream().flatMap(life -> life.engine.stats().stream()).toList();
    }

    /** How the tasks of a job do, or did until it ended. */
    synchronized List<TaskReport> report(JobId job) {
        var reports = new ArrayList<JobReport>();
        living.forEach(life -> reports.add(life.report(job)));
        closed.forEach(life -> reports.add(life.report(job)));
        reports.add(new JobReport(0, past.getOrDefault(job, List.of())));
        return JobReport.together(reports);
    }

    /** How the tasks do of all jobs that live and had a peer here, and did of those that ended last. */
    synchronized Map<JobId, List<TaskReport>> reports() {
        var all = new LinkedHashMap<JobId, List<TaskReport>>();
        latest.forEach(job -> all.put(job, report(job)));
        return all;
    }

    /** Whether all tasks that a job had here have come to their end, lifecycles and all. */
    synchronized boolean isOver(JobId job) {
        return Stream.concat(living.stream(), closed.stream()).allMatch(life -> life.engine.isOver(job));
    }

    /** What failed at the end of tasks of a job, when nothing could be made of it any more. */
    synchronized List<String> failuresAtEnd(JobId job) {
        return Stream.concat(living.stream(), closed.stream())
                .flatMap(life -> life.engine.failuresAtEnd(job).stream())
                .toList();
    }

    /** How many engines are held. */
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

    /** An engine that is known here from its first day to its last. */
    private final class Life implements PeerEngine {

        private final GroupEngine engine;
        private final Set<JobId> jobs = new HashSet<>();
        /* Where jobs go before they are forgotten; as long as it is the same one, none was. */
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
        public List<Command> said() {
            return engine.said();
        }

        @Override
        public void close() {
            engine.close();
            end(this);
        }
    }
}
