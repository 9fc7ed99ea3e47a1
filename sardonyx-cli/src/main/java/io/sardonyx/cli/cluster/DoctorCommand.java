package io.sardonyx.cli.cluster;

import io.sardonyx.cli.answer.JobFigures;
import io.sardonyx.cli.answer.JobHindrances;
import io.sardonyx.cli.answer.PlanText;
import io.sardonyx.cli.option.JsonOption;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.cli.terminal.Phrases;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.ClusterAdmin;
import io.sardonyx.client.admin.ClusterHealth;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code doctor}: a health check of invariants, members' leases and waiting jobs; with {@code --repair} it
 * reports dead members.
 */
@Command(
        name = "doctor",
        description = "Checks the cluster's invariants, its members' pulses and the jobs that wait, on one screen.",
        sortOptions = false,
        footer = "  $ sardonyx doctor --store file:/tmp/cluster",
        exitCodeList = {
            "0:all is well, or was repaired",
            "1:something is wrong",
            "2:bad input",
            "3:the store does not answer"
        })
public final class DoctorCommand implements Callable<Integer> {

    /** The number of jobs whose progress reports are read at most: each is a request to the store. */
    private static final int MOST_JOBS = 500;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final LongOption length = new LongOption();

    @Option(names = "--repair", description = "Report members without a pulse as gone, which nobody else did.")
    private boolean repair;

    @Override
    public Integer call() {
        try (Store opened = store.open();
                AdminClient client = AdminClient.over(opened, store.timeout(), StoreOption.signature())) {
            var caretaker = new ClusterAdmin(client, opened);
            ClusterHealth found = caretaker.checkup();
            List<GroupId> reported = repair && !found.dead().isEmpty() ? caretaker.reportDead() : List.of();
            ClusterHealth now = reported.isEmpty() ? found : caretaker.checkup();
            Map<JobId, List<String>> stalled =
                    stalled(client, now.view().replica().jobs());
            boolean isWell = now.isWell() && stalled.isEmpty();
            json.print(
                    length,
                    out -> {
                        out.flag("well", isWell).flag("open-to-others", store.isOpenToOthers());
                        write(now, reported, stalled, out);
                    },
                    out -> {
                        print(now, reported, stalled, out);
                        if (store.isOpenToOthers()) {
                            out.println("open     other users of this machine may read or write the store, and what"
                                    + " proves who is a member is in it; chmod -R go= its directory");
                        }
                        if (isWell) {
                            out.println("well     " + Invariants.values().length
                                    + " invariants hold, every member has a pulse");
                        }
                    });
            return isWell ? 0 : 1;
        }
    }

    /** Reasons why tasks that have peers do not progress, as reported by members. */
    private static Map<JobId, List<String>> stalled(AdminClient client, Jobs jobs) {
        var stalled = new LinkedHashMap<JobId, List<String>>();
        jobs.live().values().stream().limit(MOST_JOBS).forEach(run -> {
            JobId job = run.job().id();
            List<String> waits = JobFigures.of(List.of(), client.reports(job), System.currentTimeMillis())
                    .waits();
            if (!waits.isEmpty()) {
                stalled.put(job, waits);
            }
        });
        return stalled;
    }

    private void print(
            ClusterHealth checkup, List<GroupId> reported, Map<JobId, List<String>> stalled, PrintWriter out) {
        TextStyle paint = TextStyle.of(spec);
        Replica replica = checkup.view().replica();
        out.println("cluster " + paint.strong(String.valueOf(replica.cluster().id())) + ", "
                + Keywords.of(replica.cluster().allocation()) + ", "
                + Keywords.of(replica.cluster().scheduler()));
        out.println("log      ends at entry " + checkup.view().position() + ", " + checkup.tail()
                + " behind its origin; replica " + ReplicaHash.of(checkup.view()));
        out.println("members  " + replica.ring().members().size() + ", "
                + replica.ring().joining().size() + " joining, "
                + Phrases.count(replica.peers().present().size(), "peer"));
        reported.forEach(group -> out.println("repaired " + group + " had no pulse and is reported as gone"));
        checkup.dead()
                .forEach(group -> out.println(paint.alarming("dead     " + group)
                        + " has no pulse, and nobody has reported it; doctor --repair does"));
        out.println("jobs     " + replica.jobs().live().size() + " live, "
                + checkup.waiting().size() + " of them waiting");
        checkup.waiting()
                .forEach(why -> out.println(
                        paint.alarming("waits    " + why.subject()) + " " + PlanText.sentence(why.finding())));
        for (Run run : replica.jobs().live().values()) {
            JobHindrances.of(run)
                    .forEach(line ->
                            out.println(paint.alarming("job      " + run.job().id()) + " " + line));
        }
        stalled.forEach(
                (job, waits) -> waits.forEach(wait -> out.println(paint.alarming("stalled  " + job) + " " + wait)));
        checkup.violated()
                .forEach(violation -> out.println(paint.alarming("broken   " + violation)
                        + "; this is a bug, or somebody wrote into the log: keep it with sardonyx log export"));
    }

    private static void write(
            ClusterHealth checkup, List<GroupId> reported, Map<JobId, List<String>> stalled, JsonOut out) {
        Replica replica = checkup.view().replica();
        out.text("cluster", String.valueOf(replica.cluster().id()))
                .number("position", checkup.view().position())
                .text("hash", ReplicaHash.of(checkup.view()))
                .number("origin", checkup.origin())
                .number("tail", checkup.tail())
                .number("members", replica.ring().members().size())
                .number("joining", replica.ring().joining().size())
                .number("peers", replica.peers().present().size())
                .number("live-jobs", replica.jobs().live().size())
                .texts("dead", checkup.dead())
                .texts("reported", reported)
                .texts("violated", checkup.violated())
                .begin("waiting");
        checkup.waiting().forEach(why -> out.text(why.subject().text(), PlanText.sentence(why.finding())));
        out.end().beginUnlessEmpty("hindrances");
        replica.jobs().live().forEach((job, run) -> out.textsUnlessEmpty(job.text(), JobHindrances.of(run)));
        out.end().begin("stalled");
        stalled.forEach((job, waits) -> out.texts(job.text(), waits));
        out.end();
    }
}
