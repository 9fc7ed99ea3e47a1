package io.sardonyx.it.processes;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.job.Job;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.TaskReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Processes of a cluster that live through an ordeal; it strikes its own, and nobody else. */
final class Arena implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration FRESH = Duration.ofSeconds(5);

    private final Ordeal ordeal;
    private final Path outputs;
    private final AdminClient client;
    private final List<Place> places = new ArrayList<>();
    private final List<Verdict.Blow> blows = new ArrayList<>();
    private long replays;

    /** Something that is done to a process at some time. */
    private record Deed(Duration at, Act act) {}

    private interface Act {
        void happen() throws Exception;
    }

    Arena(Ordeal ordeal, String address, Path outputs) {
        this.ordeal = ordeal;
        this.outputs = outputs;
        this.client = AdminClient.connect(address);
        for (int i = 0; i < Ordeal.PROCESSES; i++) {
            places.add(new Place("process-" + i, outputs, arguments(address)));
        }
    }

    private List<String> arguments(String address) {
        var arguments = new ArrayList<>(List.of("peers", "start", "--store", address));
        arguments.addAll(List.of("--allow", OrdealFunctions.NAME));
        arguments.addAll(List.of("--peers", Integer.toString(Ordeal.PEERS_EACH)));
        arguments.addAll(List.of("--bind", ordeal.bind()));
        return arguments;
    }

    /** From the first process to the last segment. */
    Verdict run() throws Exception {
        Path written = outputs.resolve("written");
        for (Place place : places) {
            place.start();
        }
        Waiting.until(
                "all to join", () -> client.replica().replica().ring().members().size() == places.size());
        Job job = ordeal.job(written);
        long start = System.nanoTime();
        client.submit(job);
        Waiting.until("some work", () -> sum(job, TaskReport::taken) > 0);
        strike(job);
        Outcome outcome = outcome(job);
        if (!(outcome instanceof Outcome.Completed)) {
            throw new AssertionError(outcome + "\n" + said());
        }
        var took = Duration.ofNanos(System.nanoTime() - start);
        return new Verdict(ordeal, blows, replays, Written.in(written, ordeal.segments()), took);
    }

    private void strike(Job job) throws Exception {
        var deeds = new ArrayList<Deed>();
        for (Strike strike : ordeal.strikes()) {
            Member[] victim = new Member[1];
            deeds.add(new Deed(strike.at(), () -> victim[0] = fall(strike, job)));
            deeds.add(new Deed(strike.until(), () -> rise(strike, victim[0])));
        }
        deeds.sort(Comparator.comparing(Deed::at));
        long start = System.nanoTime();
        for (Deed deed : deeds) {
            Duration gone = Duration.ofNanos(System.nanoTime() - start);
            Waiting.pass(deed.at.minus(gone));
            deed.act.happen();
        }
    }

    private Member fall(Strike strike, Job job) throws Exception {
        if (!client.replica().replica().jobs().live().has(job.id())) {
            throw new AssertionError("before " + strike + " " + outcome(job) + "\n" + said());
        }
        note(job);
        blows.add(new Verdict.Blow(strike, openRoots(job), replays));
        Member victim = places.get(strike.place()).member();
        if (strike.kind() == Strike.Kind.KILL) {
            victim.kill();
        } else {
            victim.pause();
        }
        return victim;
    }

    /** Who was killed while it was stopped has a successor already. */
    private void rise(Strike strike, Member victim) throws Exception {
        if (strike.kind() == Strike.Kind.KILL) {
            places.get(strike.place()).start();
        } else if (victim.isAlive()) {
            victim.resume();
        }
    }

    /** Looks now and then how often roots were emitted again, for that is told only while the job runs. */
    private Outcome outcome(Job job) throws InterruptedException {
        Duration limit = PATIENCE.plus(ordeal.longestStop());
        for (long start = System.nanoTime(); System.nanoTime() - start < limit.toNanos(); ) {
            try {
                return client.await(job.id(), Duration.ofSeconds(1));
            } catch (TimeoutException e) {
                note(job);
            }
        }
        throw new AssertionError("the job does not end: " + client.reports(job.id()) + "\n" + said());
    }

    private void note(Job job) {
        replays = Math.max(replays, sum(job, TaskReport::replays));
    }

    private long sum(Job job, ToLongFunction<TaskReport> figure) {
        return JobReport.together(client.reports(job.id())).stream()
                .filter(task -> task.task().text().equals(Ordeal.READ))
                .mapToLong(figure)
                .sum();
    }

    /** Of those that are alive, for the dead leave their last report behind. */
    private long openRoots(Job job) {
        long since = System.currentTimeMillis() - FRESH.toMillis();
        return client.reports(job.id()).stream()
                .filter(report -> report.atMillis() > since)
                .flatMap(report -> report.tasks().stream())
                .mapToLong(TaskReport::openRoots)
                .sum();
    }

    private String said() {
        return places.stream().map(Place::said).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        places.forEach(Place::close);
        client.close();
    }
}
