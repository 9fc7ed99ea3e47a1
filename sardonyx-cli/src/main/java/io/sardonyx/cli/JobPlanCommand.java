package io.sardonyx.cli;

import io.sardonyx.client.Client;
import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.ReplicaView;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.JobStore;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Outline;
import io.sardonyx.replay.Outcome;
import io.sardonyx.replica.Replica;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tries a submission on a copy of the cluster. */
@Command(
        name = "plan",
        description = "Shows what submitting a job would change, exactly, and why; changes nothing.",
        footer = "  $ sardonyx job plan --store file:/tmp/cluster words.json",
        exitCodeList = {"0:done, even if the job would have to wait", "2:bad input", "3:the store does not answer"})
final class JobPlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(paramLabel = "JOB.yaml", description = "The job, as YAML or JSON. - reads standard input.")
    private String file;

    @Override
    public Integer call() {
        Outline job = outline();
        try (Client client = store.connect()) {
            ReplicaView view = client.founded();
            Replica before = view.replica();
            if (before.jobs().knows(job.id())) {
                throw new BadInput("the cluster has a job " + job.id() + " already; submitting it changes nothing");
            }
            Replica after = new SubmitJob(job).apply(before, view.position() + 1);
            List<String> changes = Differences.between(before, after);
            Outcome outcome = Outcome.of(after);
            json.print(
                    out -> {
                        out.number("position", view.position()).texts("changes", changes);
                        PlanJson.write(outcome, out);
                    },
                    out -> print(view.position(), after, outcome, changes, out));
            return 0;
        }
    }

    private Outline outline() {
        var text = JobText.in(new Input(file));
        try {
            return JobStore.outline(text.job());
        } catch (BadJob e) {
            throw text.unusable(e);
        }
    }

    private void print(long position, Replica after, Outcome outcome, List<String> changes, PrintWriter out) {
        out.println("submitted behind entry " + position + " it would change this:");
        changes.forEach(change -> out.println("  " + change));
        out.println();
        new PlanText(after, outcome, Paint.of(spec), out).print();
        out.println();
        out.println("sardonyx job submit --if-at " + position + " does exactly this, or nothing");
    }
}
