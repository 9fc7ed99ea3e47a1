package io.sardonyx.cli.job;

import io.sardonyx.answer.Subject;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import picocli.CommandLine.Parameters;

/** Base of the commands on one job of a cluster: finds it by the parameter {@code JOB}. */
abstract class SingleJobCommand extends ClusterCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    /** Connects, finds the job, and disconnects afterwards. */
    @Override
    public final Integer call() {
        try (AdminClient client = store.connect()) {
            ReplicaView view = client.founded();
            run(Subject.jobNamed(word, view.replica().jobs()), view, client);
            return 0;
        }
    }

    /** Does the command's work on the job, which had this status in this view. */
    abstract void run(JobStatus status, ReplicaView view, AdminClient client);

    /** Writes what became of a request about a job as fields of a JSON object that is already open. */
    static void write(JobId job, Receipt receipt, JsonOut out) {
        out.text("job", job).text("verdict", Keywords.of(receipt.verdict())).number("position", receipt.position());
    }
}
