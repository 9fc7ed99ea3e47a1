package io.sardonyx.cli.job;

import io.sardonyx.answer.Phrases;
import io.sardonyx.answer.Subject;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Run;
import io.sardonyx.task.input.CheckpointReset;
import io.sardonyx.value.Id;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code job reset}: deletes damaged checkpoints of an input task, so that its partitions are read again.
 */
@Command(
        name = "reset",
        description = {
            "Deletes the damaged checkpoints of an input, so that their partitions are read again from the beginning.",
            "Each reader has one for all its partitions; what it alone has read is read again.",
            "A damaged list of partitions goes with all checkpoints of the task, which are numbered by it."
        },
        sortOptions = false,
        footer = "  $ sardonyx job reset --store file:/tmp/cluster words read 3",
        exitCodeList = {
            "0:done",
            "2:bad input, no such job, input or checkpoint, or none that is damaged",
            "3:the store does not answer"
        })
final class JobResetCommand extends ClusterCommand {

    @Option(
            names = "--force",
            description = "Also delete checkpoints that are whole. A peer that has the partition open now reads on, and"
                    + " writes a new one. Where partitions are claimed the job must have ended.")
    private boolean force;

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Parameters(index = "1", paramLabel = "TASK", description = "The input.")
    private String task;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "PARTITION",
            description = "The number of one partition; all of them by default.")
    private @Nullable Integer partition;

    @Override
    public Integer call() {
        if (partition != null && partition < 0) {
            throw new BadInput("the number of a partition is 0 or more, not " + partition);
        }
        try (Store opened = store.open();
                AdminClient client = store.connect(opened)) {
            JobId job =
                    Subject.jobNamed(word, client.founded().replica().jobs()).job();
            TaskName input = input(client, job);
            var reset = new CheckpointReset(opened.documents(), job, input);
            if (force && client.founded().replica().jobs().live().has(job) && client.answered(reset.isClaimed())) {
                throw new BadInput("job " + job + " runs, and the peers that claim the partitions of task " + input
                        + " know which are done; kill it, reset it, and let job resume go on with it");
            }
            CheckpointReset.Done done = client.answered(reset.reset(partition, force));
            if (done.isNothing()) {
                throw new BadInput(nothing());
            }
            List<String> numbers =
                    done.partitions().stream().map(String::valueOf).toList();
            json.print(
                    out -> out.text("job", job)
                            .text("task", input)
                            .flag("list", done.list())
                            .texts("partitions", numbers)
                            .texts("readers", done.readers())
                            .texts("growing", done.growing()),
                    out -> out.println(sentence(input, done, numbers)));
            return 0;
        }
    }

    private static String sentence(TaskName input, CheckpointReset.Done done, List<String> numbers) {
        if (done.list()) {
            return "the list of partitions was damaged: they are listed anew, and all that task " + input
                    + " has read is read again";
        }
        if (!done.readers().isEmpty()) {
            List<String> slots = done.readers().stream().map(String::valueOf).toList();
            return "task " + input + " reads all that only "
                    + (slots.size() == 1 ? "the reader of slot " : "readers of slots ")
                    + Phrases.some(slots, ", ") + " had read again from the beginning";
        }
        if (!done.growing().isEmpty()) {
            return "task " + input + " reads again from the beginning what it lists and of which these documents told: "
                    + Phrases.some(done.growing(), ", ");
        }
        return "task " + input + " reads " + (numbers.size() == 1 ? "partition " : "partitions ")
                + Phrases.some(numbers, ", ") + " again from the beginning";
    }

    private TaskName input(AdminClient client, JobId job) {
        Jobs jobs = client.founded().replica().jobs();
        Run run = jobs.live().get(job);
        Ending ending = jobs.killed().has(job)
                ? jobs.killed().get(job)
                : jobs.completed().get(job);
        Outline outline = run != null ? run.job() : ending != null ? ending.job() : null;
        if (outline == null) {
            throw new BadInput("job " + job + " is forgotten, and its checkpoints with it");
        }
        List<String> inputs = outline.inputs().stream().map(Id::text).toList();
        if (!inputs.contains(task)) {
            throw new BadInput("job " + job + " has no input " + task + Spelling.didYouMean(task, inputs));
        }
        return TaskName.of(task);
    }

    private String nothing() {
        String which = partition == null ? "no checkpoint of task " + task : "the checkpoint of partition " + partition;
        return force
                ? (partition == null ? which + " is there" : which + " is not there") + "; nothing was reset"
                : which + (partition == null ? " is damaged" : " is not damaged")
                        + "; nothing was reset, and --force does so anyway";
    }
}
