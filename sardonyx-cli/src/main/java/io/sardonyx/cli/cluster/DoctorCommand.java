package io.sardonyx.cli.cluster;

import io.sardonyx.answer.BrokerFindings;
import io.sardonyx.answer.CoordinatorFindings;
import io.sardonyx.answer.Diagnosis;
import io.sardonyx.answer.NodeOverview;
import io.sardonyx.answer.Phrases;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.cli.option.BrokerOption;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.NoCluster;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.ClusterAdmin;
import io.sardonyx.client.admin.ClusterHealth;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.follow.LostHistory;
import io.sardonyx.job.Allocation;
import io.sardonyx.json.Keywords;
import io.sardonyx.port.Broker;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.JobReport;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code doctor}: a health check of invariants, members' leases and waiting jobs; with {@code --repair} it
 * reports dead members.
 */
@Command(
        name = "doctor",
        description = {
            "Checks the cluster's invariants, its members' pulses and the jobs that wait, on one screen. Of nodes:",
            "leases that nobody takes over, wall clocks apart, partitions that fail, jobs that nobody can run, no",
            "leader."
        },
        sortOptions = false,
        footer = "  $ sardonyx doctor --store file:/tmp/cluster",
        exitCodeList = {
            "0:all is well, or was repaired",
            "1:something is wrong",
            "2:bad input",
            "3:the store does not answer"
        })
public final class DoctorCommand extends ClusterCommand {

    /** The number of jobs whose progress reports are read at most: each is a request to the store. */
    private static final int MOST_JOBS = 500;

    @Mixin
    private final LongOption length = new LongOption();

    @Mixin
    private final BrokerOption broker = new BrokerOption();

    @Option(names = "--repair", description = "Report members without a pulse as gone, which nobody else did.")
    private boolean repair;

    @Override
    public Integer call() {
        try (Store opened = store.open();
                AdminClient client = store.connect(opened)) {
            var nodes = NodeOverview.read(
                    new NodeClient(opened.documents(), store.timeout(), InstantSource.system()),
                    System.currentTimeMillis());
            Diagnosis diagnosis = diagnosis(opened, client, nodes);
            boolean well = (diagnosis == null || diagnosis.isWell())
                    && nodes.findings().isEmpty();
            json.print(
                    length,
                    out -> {
                        out.flag("well", well).flag("open-to-others", store.isOpenToOthers());
                        if (diagnosis != null) {
                            diagnosis.write(out);
                        }
                        out.beginUnlessEmpty("claimed");
                        if (!nodes.isEmpty()) {
                            nodes.write(out);
                        }
                        out.end();
                    },
                    out -> print(diagnosis, nodes, out));
            return well ? 0 : 1;
        }
    }

    /** What is wrong with the cluster; null where there are nodes and no cluster. */
    private @Nullable Diagnosis diagnosis(Store opened, AdminClient client, NodeOverview nodes) {
        var admin = new ClusterAdmin(client, opened);
        ClusterHealth found;
        try {
            found = admin.checkup();
        } catch (NoCluster e) {
            if (nodes.isEmpty()) {
                throw e;
            }
            return null;
        }
        List<GroupId> reported = repair && !found.dead().isEmpty() ? admin.reportDead() : List.of();
        ClusterHealth now = reported.isEmpty() ? found : admin.checkup();
        return Diagnosis.of(now, reported, reports(client, now), brokers(opened, now), System.currentTimeMillis())
                .withCoordinator(coordinator(client, now));
    }

    private void print(@Nullable Diagnosis diagnosis, NodeOverview nodes, PrintWriter out) {
        TextStyle style = TextStyle.of(spec);
        if (diagnosis != null) {
            print(diagnosis, style, out);
        }
        if (!nodes.isEmpty()) {
            var text = new NodeText(nodes, style);
            out.println("nodes    " + text.summary());
            out.println("shared   " + Phrases.count(nodes.jobs().size(), "job") + " of nodes running");
            text.findings("wrong    ").forEach(out::println);
        }
        if (store.isOpenToOthers()) {
            out.println("open     other users of this machine may read or write the store, and what"
                    + " proves who is a member is in it; chmod -R go= its directory");
        }
        if (diagnosis != null && diagnosis.isWell()) {
            out.println("well     " + Invariants.values().length + " invariants hold, every member has a pulse");
        }
        if (!nodes.isEmpty() && nodes.findings().isEmpty()) {
            out.println("well     every lease of a node is renewed, and no partition fails");
        }
    }

    private static Map<JobId, List<JobReport>> reports(AdminClient client, ClusterHealth health) {
        var reports = new LinkedHashMap<JobId, List<JobReport>>();
        health.view().replica().jobs().live().keys().stream()
                .limit(MOST_JOBS)
                .forEach(job -> reports.put(job, client.reports(job)));
        return reports;
    }

    /** What is wrong with the coordinator, where there should be one. */
    private static List<String> coordinator(AdminClient client, ClusterHealth health) {
        ClusterParameters cluster = health.view().replica().cluster();
        if (cluster.allocation() != Allocation.COORDINATED) {
            return List.of();
        }
        try {
            return CoordinatorFindings.of(client.coordinator(cluster, (entry, change) -> {}), Instant.now());
        } catch (UnreadableEntry | Unreadable | LostHistory e) {
            var findings = new ArrayList<>(CoordinatorFindings.withoutLeader(client.coordinators()));
            findings.add("the coordinator's log cannot be read, so every coordinator stops there: " + e.getMessage()
                    + "; keep it with sardonyx log export --log coordinator as far as it goes; a damaged event can be"
                    + " skipped with sardonyx log skip --log coordinator --at N");
            return findings;
        }
    }

    /** Asks the brokers, if it is said where they are; one that does not answer does so within its own timeout. */
    private BrokerFindings brokers(Store opened, ClusterHealth health) {
        List<Broker> brokers = broker.open();
        try {
            return BrokerFindings.of(health.view().replica(), opened.documents(), brokers)
                    .toCompletableFuture()
                    .join();
        } finally {
            brokers.forEach(Broker::close);
        }
    }

    private static void print(BrokerFindings brokers, TextStyle style, PrintWriter out) {
        brokers.known().forEach(known -> out.println("broker   " + known));
        brokers.faults().forEach(fault -> out.println(style.alarming("broker   ") + fault));
        brokers.notes().forEach(note -> out.println("queues   " + note));
    }

    private static void print(Diagnosis diagnosis, TextStyle style, PrintWriter out) {
        ClusterHealth health = diagnosis.health();
        Replica replica = health.view().replica();
        out.println("cluster " + style.strong(String.valueOf(replica.cluster().id())) + ", "
                + Keywords.of(replica.cluster().allocation()) + ", "
                + Keywords.of(replica.cluster().scheduler()));
        out.println("log      ends at entry " + health.view().position() + ", " + health.tail()
                + " behind its origin; replica " + ReplicaHash.of(health.view()));
        out.println("members  " + replica.ring().members().size() + ", "
                + replica.ring().joining().size() + " joining, "
                + Phrases.count(replica.peers().present().size(), "peer"));
        diagnosis
                .reported()
                .forEach(group -> out.println("repaired " + group + " had no pulse and is reported as gone"));
        health.dead()
                .forEach(group -> out.println(style.alarming("dead     " + group)
                        + " has no pulse, and nobody has reported it; doctor --repair does"));
        boolean planned = replica.cluster().allocation() != Allocation.COORDINATED;
        out.println("jobs     " + replica.jobs().live().size() + " live"
                + (planned ? ", " + health.waiting().size() + " of them waiting" : ""));
        health.waiting()
                .forEach(why -> out.println(style.alarming("waits    " + why.subject()) + " "
                        + why.finding().sentence()));
        print("job      ", diagnosis.hindrances(), style, out);
        print("stalled  ", diagnosis.stalled(), style, out);
        diagnosis.coordinator().forEach(finding -> out.println(style.alarming("leader   ") + finding));
        print(diagnosis.brokers(), style, out);
        health.violated()
                .forEach(violation -> out.println(style.alarming("broken   " + violation)
                        + "; this is a bug, or somebody wrote into the log: keep it with sardonyx log export"));
    }

    private static void print(String heading, Map<JobId, List<String>> sentences, TextStyle style, PrintWriter out) {
        sentences.forEach(
                (job, each) -> each.forEach(sentence -> out.println(style.alarming(heading + job) + " " + sentence)));
    }
}
