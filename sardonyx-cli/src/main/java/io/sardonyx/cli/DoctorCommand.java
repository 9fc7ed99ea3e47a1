package io.sardonyx.cli;

import io.sardonyx.client.Caretaker;
import io.sardonyx.client.Checkup;
import io.sardonyx.client.Client;
import io.sardonyx.codec.JsonOut;
import io.sardonyx.codec.Keywords;
import io.sardonyx.codec.ReplicaHash;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks after a cluster. */
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
final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--repair", description = "Report members without a pulse as gone, which nobody else did.")
    private boolean repair;

    @Override
    public Integer call() {
        try (Store opened = store.open();
                Client client = Client.over(opened, StoreOption.PATIENCE, StoreOption.signature())) {
            var caretaker = new Caretaker(client, opened);
            Checkup found = caretaker.checkup();
            List<GroupId> reported = repair && !found.dead().isEmpty() ? caretaker.reportDead() : List.of();
            Checkup now = reported.isEmpty() ? found : caretaker.checkup();
            json.print(out -> write(now, reported, out), out -> print(now, reported, out));
            return now.isWell() ? 0 : 1;
        }
    }

    private void print(Checkup checkup, List<GroupId> reported, PrintWriter out) {
        Paint paint = Paint.of(spec);
        Replica replica = checkup.view().replica();
        out.println("cluster " + paint.strong(String.valueOf(replica.cluster().id())) + ", "
                + Keywords.of(replica.cluster().allocation()) + ", "
                + Keywords.of(replica.cluster().scheduler()));
        out.println("log      ends at entry " + checkup.view().position() + ", " + checkup.tail()
                + " behind its origin; replica " + ReplicaHash.of(checkup.view()));
        out.println("members  " + replica.ring().members().size() + ", "
                + replica.ring().joining().size() + " joining, "
                + Words.count(replica.peers().present().size(), "peer"));
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
            Hindrances.of(run)
                    .forEach(line ->
                            out.println(paint.alarming("job      " + run.job().id()) + " " + line));
        }
        checkup.violated()
                .forEach(violation -> out.println(paint.alarming("broken   " + violation)
                        + "; this is a bug, or somebody wrote into the log: keep it with sardonyx log export"));
        if (checkup.isWell()) {
            out.println("well     " + Invariants.values().length + " invariants hold, every member has a pulse");
        }
    }

    private static void write(Checkup checkup, List<GroupId> reported, JsonOut out) {
        Replica replica = checkup.view().replica();
        out.flag("well", checkup.isWell())
                .text("cluster", String.valueOf(replica.cluster().id()))
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
        replica.jobs().live().forEach((job, run) -> out.textsUnlessEmpty(job.text(), Hindrances.of(run)));
        out.end();
    }
}
