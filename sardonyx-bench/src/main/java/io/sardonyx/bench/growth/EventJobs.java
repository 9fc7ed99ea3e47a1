package io.sardonyx.bench.growth;

import io.sardonyx.Cluster;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Jobs in which events go through functions that make another event of each. */
final class EventJobs implements Work {

    private static final String OWN = "io.sardonyx.bench.own.";

    private static final long FEW_UNITS = 3_000_000;

    private final int jobs;
    private final int maps;
    private final int peers;
    private final long fixedInputs;
    private final long unitsEach;
    private final Cluster cluster;
    private final Map<Long, Tally> expected = new HashMap<>();
    private int submitted;

    /**
     * @param maps functions between reading and counting
     * @param peers of each of them
     * @param fixedInputs of each job, 0 if all share what they are given
     * @param unitsEach for how many units of work an event counts; 0 where a job is one
     */
    private EventJobs(int jobs, int maps, int peers, long fixedInputs, long unitsEach) {
        this.jobs = jobs;
        this.maps = maps;
        this.peers = peers;
        this.fixedInputs = fixedInputs;
        this.unitsEach = unitsEach;
        this.cluster = Cluster.local(jobs * (2 + maps * peers));
    }

    static EventJobs chain(int tasks) {
        return new EventJobs(1, tasks - 2, 1, 0, tasks);
    }

    static EventJobs wide(int peers) {
        return new EventJobs(1, 1, peers, 0, 1);
    }

    static EventJobs together(int jobs) {
        return new EventJobs(jobs, 1, 1, 0, 1);
    }

    static EventJobs submissions(int jobs, long inputs) {
        return new EventJobs(jobs, 1, 1, inputs, 0);
    }

    @Override
    public long fewInputs() {
        return fixedInputs == 0 ? FEW_UNITS / unitsEach : 0;
    }

    @Override
    public long run(long inputs) throws InterruptedException {
        long each = fixedInputs == 0 ? Math.max(1, inputs / jobs) : fixedInputs;
        Board.clear();
        cluster.provide("trial", Trial.fast(Workload.W1, "unfused", each)).provide("ended", new CountDownLatch(jobs));
        var running = IntStream.range(0, jobs).mapToObj(i -> job()).toList();
        running.forEach(cluster::submit);
        for (Job job : running) {
            var end = cluster.await(job.id());
            if (!(end instanceof io.sardonyx.client.Outcome.Completed)) {
                throw new IllegalStateException(job.id() + ": " + end);
            }
        }
        check(each);
        return unitsEach == 0 ? jobs : each * jobs * unitsEach;
    }

    private Job job() {
        JobBuilder job = Job.named("growth-" + submitted++);
        var path = new String[maps + 2];
        path[0] = "read";
        path[maps + 1] = "count";
        job.task("read", task -> task.input(Call.to(OWN + "Numbered::events")).peers(1));
        for (int i = 1; i <= maps; i++) {
            path[i] = "map-" + i;
            job.task(path[i], task -> task.function(Events::map).peers(peers));
        }
        return job.task(
                        "count",
                        task -> task.output(Call.to(OWN + "Tallied::events")).peers(1))
                .path(path)
                .build();
    }

    private void check(long each) {
        Tally one = expected.computeIfAbsent(each, this::byHand);
        Outcome outcome = Board.outcome();
        if (outcome.count() != one.count() * jobs || outcome.digest() != one.digest() * jobs) {
            throw new IllegalStateException(String.format(
                    "%d jobs of %d events: expected %d with digest %x, but %d with digest %x came out",
                    jobs, each, one.count() * jobs, one.digest() * jobs, outcome.count(), outcome.digest()));
        }
    }

    private Tally byHand(long inputs) {
        var tally = new Tally();
        for (long i = 0; i < inputs; i++) {
            Event event = Events.of(i);
            for (int m = 0; m < maps; m++) {
                event = Events.map(event);
            }
            tally.add(event);
        }
        return tally;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
