package io.sardonyx.cli.demo;

import io.sardonyx.Cluster;
import io.sardonyx.cli.answer.OutcomeText;
import io.sardonyx.cli.answer.TaskRates;
import io.sardonyx.cli.terminal.Phrases;
import io.sardonyx.client.Client;
import io.sardonyx.client.Outcome;
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

/** Three groups work on a job; one of them crashes, another one takes its place, and nothing is missing in the end. */
final class Demo implements AutoCloseable {

    /** How often the orders of the day come in a second. */
    private static final int DAYS_PER_SECOND = 10;

    private static final int GROUPS = 3;
    private static final int PEERS_EACH = 3;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final long startNanos = System.nanoTime();
    private final DemoView form;
    private final int days;
    private final SalesRecorder ledger;
    private final Job job;
    private final TaskRates rates;
    private final Cluster cluster;
    private final ConcurrentLinkedQueue<Read> log = new ConcurrentLinkedQueue<>();
    private final Set<GroupId> groups;
    private @Nullable GroupId killed;
    private volatile boolean replaced;
    private boolean completed;

    /** An entry, and when it was read. */
    private record Read(long millis, Entry<Replica> entry, Change<Replica> change) {}

    Demo(int seconds, DemoView form) {
        this.form = form;
        this.days = seconds * DAYS_PER_SECOND;
        this.ledger = new SalesRecorder(days);
        this.job = Job.named("orders")
                .task(
                        "read",
                        task -> task.input(Inputs.numbers(ledger.size())
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
        this.rates = new TaskRates(job);
        tell(
                "starting",
                List.of("groups", (long) GROUPS, "peers", (long) GROUPS * PEERS_EACH),
                GROUPS + " groups with " + PEERS_EACH + " peers each become a cluster");
        this.cluster = Cluster.local(GROUPS, PEERS_EACH).provide("sales", ledger);
        this.groups = new LinkedHashSet<>(cluster.groups());
    }

    /** Plays it to its end. */
    void play() throws InterruptedException {
        cluster.submit(job);
        tell(
                "submitted",
                List.of("job", job.id(), "orders", ledger.size()),
                "job " + job.id() + " is submitted: " + Phrases.grouped(ledger.size()) + " orders through "
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

    private void goOn() {
        if (killed == null && ledger.written() > ledger.size() * 3 / 10) {
            kill(cluster.groups().get(1));
        } else if (killed != null && !replaced && ledger.written() > ledger.size() * 6 / 10) {
            replace(killed);
        }
    }

    private void kill(GroupId group) {
        killed = group;
        tell("killed", List.of("group", group), "group " + group + " is killed in the middle of everything");
        cluster.client().listen(new Client.LogListener() {
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

    /** Reads what the log says by now, too. */
    private void look() {
        ReplicaView view = cluster.client().replica();
        for (Read read = log.poll(); read != null; read = log.poll()) {
            tellWhoNoticed(read);
            form.read(read.entry, read.change);
        }
        Map<GroupId, Long> atWork = new LinkedHashMap<>();
        groups.forEach(group -> atWork.put(group, atWork(group, view.replica())));
        form.look(new DemoView.State(
                millis(), atWork, rates.of(cluster.report(job.id())), ledger.written(), ledger.size(), ledger.again()));
    }

    /** The entry by which it counts as gone is that of whoever watched it; it had no time to write one itself. */
    private void tellWhoNoticed(Read read) {
        GroupId author = read.entry.author();
        if (author != null
                && read.entry.step() instanceof GroupLeaveCluster leave
                && leave.id().equals(killed)
                && !author.equals(killed)
                && read.change.happened()) {
            form.happened(new DemoEvent(
                    read.millis,
                    "noticed",
                    List.of("group", leave.id(), "by", author),
                    "group " + author + " watches it, finds its pulse gone and writes:"));
        }
    }

    private static long atWork(GroupId group, Replica replica) {
        return replica.ring().isMember(group)
                ? replica.peers().of(group).stream()
                        .filter(peer -> peer.assignment() != null)
                        .count()
                : DemoView.GONE;
    }

    /** Compares what was written with what a plain loop finds; whether the job did all that it should. */
    boolean verify(DemoView result) {
        Map<String, SalesRecorder.Total> found = ledger.totals();
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
                List.of("exact", exact, "again", ledger.again()),
                (exact ? "exactly" : "NOT") + " the totals of a plain loop over the file; "
                        + Phrases.grouped(ledger.again()) + " orders came again");
        return exact && completed;
    }

    private static String money(long cents) {
        return Phrases.grouped(cents / 100) + "." + String.format("%02d", cents % 100);
    }

    private void tell(String event, List<Object> facts, String sentence) {
        tell(form, event, facts, sentence);
    }

    private void tell(DemoView to, String event, List<Object> facts, String sentence) {
        to.happened(new DemoEvent(millis(), event, facts, sentence));
    }

    private long millis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
