package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Processes of a cluster that run one job with checkpoints and are killed, stopped, added and terminated meanwhile. */
final class StatefulCluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int SHORTEST_STOP_MILLIS = 500;
    private static final int LONGEST_STOP_MILLIS = 7_000;
    private static final int LONGEST_DELAY_MILLIS = 1_500;

    private final Random random;
    private final Path directory;
    private final List<String> arguments;
    private final JobId job;
    private final Store store;
    private final AdminClient client;
    private final List<Place> places = new ArrayList<>();
    /** When each of the processes that are stopped is to be resumed. */
    private final Map<Member, Long> stopped = new HashMap<>();

    private int started;

    /**
     * @param directory for what the processes say, and for state where the store has no place for it
     * @param bind where each process listens, as in {@code tcp://127.0.0.1:0}
     */
    StatefulCluster(String address, Path directory, String bind, JobId job, long seed) {
        this.random = new Random(seed);
        this.directory = directory;
        this.job = job;
        this.store = Stores.open(address);
        this.client = AdminClient.connect(address);
        arguments = new ArrayList<>(List.of("peers", "start", "--store", address, "--bind", bind, "--peers", "3"));
        arguments.addAll(List.of("--allow", StatefulFunctions.NAME, "--allow", "io.sardonyx.examples"));
        if (!address.startsWith("file:")) {
            arguments.addAll(List.of("--state", "file:" + directory.resolve("state")));
        }
    }

    AdminClient client() {
        return client;
    }

    /** Starts processes, or terminates some, until there are so many; waits until they are members. */
    void resize(int size) throws Exception {
        while (places.size() < size) {
            var place = new Place("process-" + started++, directory, arguments);
            place.start();
            places.add(place);
        }
        while (places.size() > size) {
            Place leaving = places.remove(random.nextInt(places.size()));
            resume(leaving.member());
            await("one that is up", () -> leaving.member().id().isPresent());
            assertThat(leaving.member().terminate()).as(leaving::said).isZero();
            leaving.close();
        }
        await("a ring of " + size, () -> replica().ring().members().size() == size);
    }

    private Replica replica() {
        return client.replica().replica();
    }

    private @Nullable Run run() {
        return replica().jobs().live().get(job);
    }

    /** Number of the latest complete checkpoint of the job. */
    long checkpoint() {
        Run run = run();
        CompletedCheckpoint latest = run == null ? null : run.checkpoints().latest();
        return latest == null ? 0 : latest.number();
    }

    /** SIGKILL of any process, and another one in its place; the job is not over by then. */
    void kill() throws IOException, InterruptedException {
        delay();
        Place place = places.get(random.nextInt(places.size()));
        stopped.remove(place.member());
        place.member().kill();
        assertRunning();
        place.start();
    }

    /** SIGSTOP of any process, and SIGCONT some seconds later, at the latest when something else is waited for. */
    void stop() {
        delay();
        Member member = places.get(random.nextInt(places.size())).member();
        if (!stopped.containsKey(member)) {
            int millis = SHORTEST_STOP_MILLIS + random.nextInt(LONGEST_STOP_MILLIS - SHORTEST_STOP_MILLIS);
            member.pause();
            stopped.put(member, System.nanoTime() + Duration.ofMillis(millis).toNanos());
        }
        assertRunning();
    }

    /** So that a strike comes at any time between two checkpoints. */
    private void delay() {
        Waiting.pass(Duration.ofMillis(random.nextInt(LONGEST_DELAY_MILLIS)));
    }

    private void assertRunning() {
        assertThat(replica().jobs().live().has(job))
                .as("the job runs while it is struck: " + said())
                .isTrue();
    }

    private void resume(Member member) {
        if (stopped.remove(member) != null) {
            member.resume();
        }
    }

    private void resumeDue() {
        for (Member member : List.copyOf(stopped.keySet())) {
            if (System.nanoTime() - stopped.getOrDefault(member, 0L) >= 0) {
                resume(member);
            }
        }
    }

    /** Waits for something of a job that runs, while those that are stopped are resumed in time. */
    void awaitRunning(String wish, BooleanSupplier wished) {
        await(wish, () -> {
            assertRunning();
            return wished.getAsBoolean();
        });
    }

    /** Waits for something while those that are stopped are resumed in time. */
    void await(String wish, BooleanSupplier wished) {
        try {
            Waiting.until(wish, PATIENCE, () -> {
                resumeDue();
                return wished.getAsBoolean();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + run() + "\n" + client.reports(job) + "\n" + said(), e);
        }
    }

    /** Waits until the job has made another checkpoint than any so far. */
    void awaitCheckpoint() {
        long before = checkpoint();
        awaitRunning("a checkpoint behind " + before, () -> checkpoint() > before);
    }

    /** Waits until the job has ended, as it must: with everything done. */
    void awaitCompletion() throws Exception {
        await("those that are stopped", stopped::isEmpty);
        try {
            assertThat(client.await(job, PATIENCE)).as(this::said).isInstanceOf(Outcome.Completed.class);
        } catch (TimeoutException e) {
            throw new AssertionError("it does not end: " + client.reports(job) + "\n" + said(), e);
        }
    }

    /**
     * What the log tells of the job.
     *
     * @param checkpoints number of the last one
     * @param rewinds how often everybody went back to a checkpoint, not to the beginning
     * @param peers of the task with state, at any time
     */
    record History(long checkpoints, long rewinds, TreeSet<Integer> peers) {}

    History history(TaskName stateful) throws TimeoutException {
        var rewinds = new TreeSet<Long>();
        var peers = new TreeSet<Integer>();
        long[] checkpoints = {0};
        LogScanner.read(store, Long.MAX_VALUE, PATIENCE, (entry, change) -> {
            Run run = change.after().jobs().live().get(job);
            if (run == null) {
                return;
            }
            peers.add(run.stage(run.job().indexOf(stateful)).places().size());
            CompletedCheckpoint latest = run.checkpoints().latest();
            checkpoints[0] = latest == null ? 0 : latest.number();
            if (run.checkpoints().base() != null) {
                rewinds.add(run.version());
            }
        });
        return new History(checkpoints[0], rewinds.size(), peers);
    }

    private String said() {
        return places.stream().map(Place::said).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        places.forEach(Place::close);
        client.close();
        store.close();
    }
}
