package io.sardonyx.cli.node;

import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.PartitionCounts;
import io.sardonyx.answer.Phrases;
import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.cli.job.JobText;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Job;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Keywords;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.value.JobId;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code node submit}: submits a job file to nodes; idempotent by the job's id. */
@Command(
        name = "submit",
        description = {
            "Submits the job of a file to the nodes of a store. Submitting it again is the same as once.",
            "Says of each output whether it refuses what a node writes whose lease has ended; plugins in a --jar are"
                    + " asked, too."
        },
        sortOptions = false,
        footer = {
            "  $ cat words.yaml",
            "  id: words",
            "  workflow: [[read, split], [split, write]]",
            "  catalog:",
            "    - {name: read, input: {plugin: lines, path: books/*.txt}}",
            "    - {name: split, fn: com.acme.Words::split}",
            "    - {name: write, output: {plugin: files, path: words}}",
            "  $ sardonyx node submit --store file:/tmp/shared words.yaml"
        },
        exitCodeList = {
            "0:nodes have the job; with --wait: it is done",
            "1:with --wait: it was killed",
            "2:bad input, nodes cannot do it, or another job has the same id",
            "3:the store does not answer"
        })
final class NodeSubmitCommand extends NodeStoreCommand {

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Option(names = "--wait", description = "Wait until the job has ended, and say how.")
    private boolean wait;

    @Parameters(paramLabel = "JOB.yaml", description = "The job, as YAML or JSON. - reads standard input.")
    private String file;

    @Override
    int run(NodeClient client) throws InterruptedException {
        var text = JobText.in(new InputFile(file));
        Job job = text.job();
        NodeClient.Submission submission;
        try {
            submission = client.submit(job);
        } catch (BadJob e) {
            throw text.unusable(e);
        }
        if (submission == NodeClient.Submission.OTHER_CONTENT) {
            throw new BadInput("nodes have, or had, another job " + job.id()
                    + "; a job never changes, so submit this one under another id");
        }
        boolean unattended = client.nodes().nodes().isEmpty();
        if (unattended) {
            Warnings.print(spec, "no node is listed, so the job waits; sardonyx node start --store " + store.shown());
        }
        List<OutputFence> outputs =
                OutputFence.of(job, PluginRegistry.in(functions.forOwnJobs().loader()));
        json.print(
                out -> {
                    out.text("job", job.id())
                            .text("verdict", Keywords.of(submission))
                            .flag("attended", !unattended)
                            .begin("outputs");
                    outputs.forEach(output -> out.text(output.task().text(), output.word()));
                    out.end();
                },
                out -> {
                    out.println(
                            submission == NodeClient.Submission.DONE
                                    ? "nodes have job " + job.id() + " now"
                                    : "nodes had job " + job.id() + " before; nothing changes");
                    outputs.forEach(output -> out.println("  " + output.sentence()));
                });
        return wait ? await(client, job.id()) : 0;
    }

    private int await(NodeClient client, JobId job) throws InterruptedException {
        IndexedJob ended = client.await(job);
        String why = plain(ended.reason());
        json.print(
                out -> {
                    out.text("job", job)
                            .text("state", Keywords.of(ended.state()))
                            .number("partitions", ended.listed());
                    PartitionCounts.writeSkipped(ended.skipped(), out);
                    if (!why.isEmpty()) {
                        out.text("reason", why);
                    }
                },
                out -> out.println("job " + job + " is " + Keywords.of(ended.state()) + ", "
                        + Phrases.count(ended.listed(), "partition") + OutcomeText.skipped(ended.skipped())
                        + (why.isEmpty() ? "" : "; " + why)));
        return ended.state() == JobIndex.State.DONE ? 0 : 1;
    }
}
