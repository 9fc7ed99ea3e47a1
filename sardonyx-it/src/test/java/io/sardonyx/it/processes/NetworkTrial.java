package io.sardonyx.it.processes;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.job.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Three processes and a store on hosts of their own; a job runs over all while packets between them are dropped. */
final class NetworkTrial implements AutoCloseable {

    static final int WORKERS = 3;
    static final int STORE = WORKERS;
    static final int HOSTS = WORKERS + 1;

    /** Until when what stood still must go on as before, whatever else the machine does. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int PER_SECOND = 4_000;
    private static final double AS_BEFORE = 0.9;
    private static final int PEERS = 3;
    private static final int STORE_PORT = 2181;
    private static final int WIRE_PORT = 7_700;
    private static final Duration BEFORE = Duration.ofSeconds(3);
    private static final Duration MOMENT = Duration.ofSeconds(1);

    /** For a cut may do harm when it is long over. */
    private static final Duration STAYING = Duration.ofSeconds(8);

    /** What a job has left to do when all is healed. */
    private static final Duration REST = Duration.ofSeconds(22);

    private final Net net;
    private final Path outputs;
    private final List<Member> processes = new ArrayList<>();
    private final AdminClient client;
    private int jobs;

    /**
     * What came of a cut.
     *
     * @param before numbers a second
     * @param meanwhile the same, while it lasted
     * @param back how long after it was healed it was as before, and so it stayed
     * @param left how many processes lost their place in the ring
     */
    record Result(Cut cut, double before, double meanwhile, Duration back, int left, Written written) {

        static String head() {
            return "%-8s %-15s %7s %8s %9s %7s %5s %5s %9s"
                    .formatted(
                            "between", "cut", "seconds", "before/s", "in cut/s", "back s", "left", "lost", "repeated");
        }

        @Override
        public String toString() {
            return "%-8s %-15s %7.1f %8.0f %9.0f %7s %5d %5d %,9d"
                    .formatted(
                            name(cut.from()) + (cut.bothWays() ? "<->" : "-->") + name(cut.to()),
                            cut.kind(),
                            cut.lasting().toMillis() / 1e3,
                            before,
                            meanwhile,
                            back.compareTo(PATIENCE) < 0 ? "%.1f".formatted(back.toMillis() / 1e3) : "never",
                            left,
                            written.lost(),
                            written.repeated());
        }

        private static String name(int host) {
            return host == STORE ? "S" : Integer.toString(host);
        }
    }

    NetworkTrial(Net net, String wire, Duration session, Path outputs) throws Exception {
        this.net = net;
        this.outputs = outputs;
        serve();
        String address = "zookeeper://%s:%d/network?sessionTimeoutMillis=%d"
                .formatted(net.address(STORE), STORE_PORT, session.toMillis());
        client = AdminClient.connect(address);
        for (int host = 0; host < WORKERS; host++) {
            String bind = wire + "://" + net.address(host) + ":" + WIRE_PORT;
            start(
                    host,
                    Program.MAIN,
                    List.of("peers", "start", "--store", address, "--allow", OrdealFunctions.NAME, "--bind", bind),
                    List.of("--peers", Integer.toString(PEERS)));
        }
        Waiting.until("all to join", () -> members() == WORKERS);
    }

    private void serve() throws IOException {
        Path settings = outputs.resolve("zoo.cfg");
        Files.writeString(settings, """
                tickTime=500
                maxSessionTimeout=60000
                dataDir=%s
                clientPort=%d
                clientPortAddress=%s
                admin.enableServer=false
                forceSync=no
                """.formatted(outputs.resolve("store"), STORE_PORT, net.address(STORE)));
        start(STORE, "org.apache.zookeeper.server.ZooKeeperServerMain", List.of(settings.toString()), List.of());
    }

    private void start(int host, String main, List<String> arguments, List<String> more) throws IOException {
        var all = new ArrayList<>(arguments);
        all.addAll(more);
        processes.add(Program.start(outputs.resolve("host-" + host + ".txt"), net.on(host), main, all));
    }

    private int members() {
        return client.replica().replica().ring().members().size();
    }

    private int left() {
        return client.replica().replica().ring().left().size();
    }

    /** A job from its beginning to its end, and some cuts at once in between. */
    Result undergo(List<Cut> cuts) throws Exception {
        Waiting.until("a whole ring", () -> members() == WORKERS);
        Cut cut = cuts.get(0);
        Path written = outputs.resolve("written-" + jobs);
        int segments = (int) (PER_SECOND * BEFORE.plus(cut.lasting()).plus(REST).toSeconds());
        Job job = Ordeal.job("network-" + jobs++, segments, PER_SECOND, written);
        var trace = new Trace(written);
        client.submit(job);
        double before = steady(trace);
        int left = left();
        for (Cut each : cuts) {
            each.begin(net);
        }
        trace.watch(cut.lasting());
        for (Cut each : cuts) {
            each.heal(net);
        }
        long healed = System.nanoTime();
        double meanwhile = trace.rate(healed, cut.lasting());
        Duration back = back(trace, healed, before);
        Outcome outcome = client.await(job.id(), PATIENCE.multipliedBy(2));
        if (!(outcome instanceof Outcome.Completed)) {
            throw new AssertionError(cut + ": " + outcome + "\n" + said());
        }
        return new Result(cut, before, meanwhile, back, left() - left, Written.in(written, segments));
    }

    /** How fast it goes when it goes steadily. */
    private double steady(Trace trace) throws IOException {
        for (long start = System.nanoTime(); System.nanoTime() - start < PATIENCE.toNanos(); ) {
            trace.watch(BEFORE);
            double rate = trace.rate(System.nanoTime(), BEFORE);
            if (rate > AS_BEFORE * PER_SECOND) {
                return Math.min(rate, PER_SECOND);
            }
        }
        throw new AssertionError("the job does not get going\n" + said());
    }

    /** How long it took to become as fast as before, and to stay so. */
    private static Duration back(Trace trace, long healed, double before) throws IOException {
        while (System.nanoTime() - healed < PATIENCE.plus(STAYING).toNanos()) {
            trace.watch(MOMENT);
            OptionalLong back = trace.fast(healed, AS_BEFORE * before, MOMENT, STAYING);
            if (back.isPresent()) {
                return Duration.ofNanos(back.getAsLong() - healed);
            }
        }
        return PATIENCE;
    }

    /** The end of what all said, for who has to find out what went wrong. */
    private String said() {
        return processes.stream()
                .map(Member::said)
                .map(text -> text.substring(Math.max(0, text.length() - 1_000)))
                .collect(Collectors.joining("\n--\n"));
    }

    @Override
    public void close() {
        client.close();
        processes.forEach(Member::strike);
    }
}
