package io.sardonyx.cli.job;

import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.ClientViews;
import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Keywords;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code job list}: lists live jobs and finished ones that are not retired yet. */
@Command(
        name = "list",
        description = "Lists the jobs that live, in order of submission, and those whose end is not forgotten yet.",
        footer = "  $ sardonyx job list --store file:/tmp/cluster",
        exitCodeList = {"0:done", "2:bad input", "3:the store does not answer"})
final class JobListCommand extends ClusterCommand {

    @Override
    public Integer call() {
        try (AdminClient client = store.connect()) {
            ReplicaView view = client.founded();
            CoordinatorSnapshot roster = client.coordinatorOf(view.replica());
            List<JobStatus> jobs = ClientViews.all(view.replica().jobs()).stream()
                    .map(status -> roster == null ? status : roster.corrected(status))
                    .toList();
            int width = jobs.stream()
                    .mapToInt(status -> status.job().text().length())
                    .max()
                    .orElse(0);
            TextStyle style = TextStyle.of(spec);
            jobs.forEach(status ->
                    json.print(out -> OutcomeText.write(status, out), out -> out.println(line(status, width, style))));
            if (jobs.isEmpty()) {
                Warnings.print(spec, "there are no jobs");
            }
            return 0;
        }
    }

    private static String line(JobStatus status, int width, TextStyle style) {
        String id = status.job().text();
        Outcome outcome = status.outcome();
        String state = outcome == null
                ? Keywords.of(status.state()) + ", " + Phrases.count(status.peers(), "peer")
                : OutcomeText.sentence(outcome);
        boolean resumable = status.isResumable() && status.state() != JobStatus.State.COMPLETED;
        return style.strong(id) + " ".repeat(width - id.length()) + "  "
                + (outcome == null && status.peers() == 0 ? style.alarming(state) : state)
                + (resumable ? "; job resume " + id + " goes on with it" : "");
    }
}
