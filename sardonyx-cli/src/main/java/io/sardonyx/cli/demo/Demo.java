package io.sardonyx.cli.demo;

import io.sardonyx.Cluster;
import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.Phrases;
import io.sardonyx.answer.TaskRates;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.examples.Orders;
import io.sardonyx.job.Job;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The demonstration: a local cluster of three groups runs a job; one group is crashed, another one replaces it, and the
 * result is verified.
 *
 * <p>Played by one thread; only log entries arrive on the client's thread, through a queue.
 */
final class Demo implements AutoCloseable {

    /** Input rate, in repetitions of the file per second. */
    private static final int DAYS_PER_SECOND = 10;

    private static final int GROUPS = 3;
    private static final int PEERS_EACH = 3;

    /** Period of the view's refresh. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final long startNanos = System.nanoTime();
    private final DemoView display;
    private final int days;
    private final SalesRecorder recorder;
    private final Job job;
    private TaskRates rates;
    private final Cluster cluster;

    /** Entries read between the crash and the replacement; added by the client's thread. */
    private final ConcurrentLinkedQueue<Read> log = new ConcurrentLinkedQueue<>();

    private final Set<GroupId> groups;
    private @Nullable GroupId killed;

    /** Read by the client's thread. */
    private volatile boolean replaced;

    private boolean completed;

    /**
     * A log entry, and when it was read.
     *
     * @param millis since the start
     */
    private record Read(long millis, Entry<Replica> entry, Change<Replica> change) {}

    Demo(int seconds, DemoView display) {
        this.display = display;
        this.days = seconds * DAYS_PER_SECOND;
        this.recorder = new SalesRecorder(days);
        this.job = Job.named("orders")
                .task(
                        "read",
                        task -> task.input(Inputs.numbers(recorder.size())
                                        .with("partitions", GROUPS)
                                        .with(
                                                "rate",
                                                DAYS_PER_SECOND * Orders.day().size()))
                                .peers(1, GROUPS))
                .function("find", Orders::find)
                .function("price", Orders::price)
                .output("write", Outputs.callback("sales"))
                .path("read", "find", "price", "write")
                .build();
        this.rates = TaskRates.of(job, startNanos);
        tell(
                "starting",
                List.of("groups", (long) GROUPS, "peers", (long) GROUPS * PEERS_EACH),
                GROUPS + " groups with " + PEERS_EACH + " peers each become a cluster");
        this.cluster = Cluster.local(GROUPS, PEERS_EACH).provide("sales", recorder);
        this.groups = new LinkedHashSet<>(cluster.groups());
    }

    /** Runs the job to its end. */
    void play() throws InterruptedException {
        cluster.submit(job);
        tell(
                "submitted",
                List.of("job", job.id(), "orders", recorder.size()),
                "job " + job.id() + " is submitted: " + Phrases.grouped(recorder.size()) + " orders through "
                        + job.catalog().size() + " tasks");
        Outcome outcome = null;
        while (outcome == null) {
            look();
            try {
                outcome = cluster.client().await(job.id(), BETWEEN_LOOKS);
            } catch (TimeoutException e) {
                goOn();
            }
        }
        look();
        tell("ended", List.of("job", job.id()), "job " + job.id() + " " + OutcomeText.sentence(outcome));
        look();
        completed = outcome instanceof Outcome.Completed;
    }

    /** Crashes a group at 30 % of the orders, and replaces it at 60 %. */
    private void goOn() {
        if (killed == null && recorder.written() > recorder.size() * 3 / 10) {
            kill(cluster.groups().get(1));
        } else if (killed != null && !replaced && recorder.written() > recorder.size() * 6 / 10) {
            replace(killed);
        }
    }

    private void kill(GroupId group) {
        killed = group;
        tell("killed", List.of("group", group), "group " + group + " is killed in the middle of everything");
        AdminClient.of(cluster.client()).listen(new AdminClient.LogListener() {
            @Override
            public void read(Entry<Replica> entry, Change<Replica> change) {
                if (!replaced) {
                    log.add(new Read(millis(), entry, change));
                }
            }
        });
        cluster.crash(group);
    }

    private void replace(GroupId gone) {
        tell("replacing", List.of("group", gone), "another group is started in its place");
        GroupId group = cluster.start();
        groups.add(group);
        look();
        replaced = true;
        tell("joined", List.of("group", group), "group " + group + " is a member and works");
    }

    /** Refreshes the view, with the log entries read meanwhile. */
    private void look() {
        ReplicaView view = AdminClient.of(cluster.client()).replica();
        for (Read read = log.poll(); read != null; read = log.poll()) {
            tellWhoNoticed(read);
            display.read(read.entry, read.change);
        }
        Map<GroupId, Long> atWork = new LinkedHashMap<>();
        groups.forEach(group -> atWork.put(group, atWork(group, view.replica())));
        rates = rates.next(cluster.report(job.id()), System.nanoTime());
        display.look(new DemoView.State(
                millis(), atWork, rates.tasks(), recorder.written(), recorder.size(), recorder.again()));
    }

    /** Reports which group detected the failure: the leave entry of the crashed group has its observer as author. */
    private void tellWhoNoticed(Read read) {
        GroupId author = read.entry.author();
        if (author != null
                && read.entry.step() instanceof GroupLeaveCluster leave
                && leave.id().equals(killed)
                && !author.equals(killed)
                && read.change.happened()) {
            display.happened(new DemoView.Event(
                    read.millis,
                    "noticed",
                    List.of("group", leave.id(), "by", author),
                    "group " + author + " watches it, finds its pulse gone and writes:"));
        }
    }

    /** The number of assigned peers of a group, or {@link DemoView#GONE}. */
    private static long atWork(GroupId group, Replica replica) {
        return replica.ring().isMember(group)
                ? replica.peers().of(group).stream()
                        .filter(peer -> peer.assignment() != null)
                        .count()
                : DemoView.GONE;
    }

    /** Compares the result with that of a sequential loop; whether it is exact and the job completed. */
    boolean verify(DemoView result) {
        Map<String, SalesRecorder.Total> found = recorder.totals();
        found.forEach((category, total) -> tell(
                result,
                "total",
                List.of("category", category, "orders", total.orders(), "cents", total.cents()),
                String.format(
                        "%-8s %10s orders %16s", category, Phrases.grouped(total.orders()), money(total.cents()))));
        boolean exact = found.equals(SalesRecorder.expected(days));
        tell(
                result,
                "verified",
                List.of("exact", exact, "again", recorder.again()),
                (exact ? "exactly" : "NOT") + " the totals of a plain loop over the file; "
                        + Phrases.grouped(recorder.again()) + " orders came again");
        return exact && completed;
    }

    private static String money(long cents) {
        return Phrases.grouped(cents / 100) + "." + String.format("%02d", cents % 100);
    }

    private void tell(String event, List<Object> facts, String sentence) {
        tell(display, event, facts, sentence);
    }

    private void tell(DemoView to, String event, List<Object> facts, String sentence) {
        to.happened(new DemoView.Event(millis(), event, facts, sentence));
    }

    private long millis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
