package io.sardonyx.cli.cluster;

import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.replay.Scenario;
import io.sardonyx.replay.SchedulingOutcome;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code plan}: runs the schedulers on a scenario file and prints the allocation with its reasons. */
@Command(
        name = "plan",
        description = "Shows which peer would do which task of which job, and why.",
        sortOptions = false,
        footer = {
            "  $ cat scenario.json",
            "  {\"jobScheduler\": \"balanced\", \"peers\": 5,",
            "   \"jobs\": [{\"id\": \"words\", \"tasks\": [\"read\", {\"name\": \"count\", \"min\": 2}]}, \"other\"]}",
            "  $ sardonyx plan scenario.json",
            "",
            "Keys of a scenario:",
            "  jobScheduler   greedy, balanced, percentage",
            "  allocation     planned, volunteered",
            "  peers          their ids or their number",
            "  peerTags       peer: tags     peerSites  peer: site",
            "  groups         group: peers",
            "  jobs           in order of submission, each an id or an object with",
            "                 id, taskScheduler (greedy, balanced, percentage,",
            "                 colocated), percentage, saturation, delivery,",
            "                 wholeOnly, workflow and tasks, each a name or an object",
            "                 with name, min, max, percentage, tags, flux",
            "  saturation     job: peers     workflow   pairs of tasks",
            "  allocations    job: task: peers that run it now",
            "  slots          job: task: peer: slot"
        },
        exitCodeList = {"0:done, even if some job has to wait", "1:the work failed", "2:bad input"})
public final class PlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object: allocations, counts, totals, slots, moves, why.")
    private boolean json;

    @Parameters(paramLabel = "SCENARIO.json", description = "Jobs, peers and what runs now. - reads standard input.")
    private String scenario;

    @Override
    public Integer call() {
        Scenario read = new InputFile(scenario).readDocument(Scenario::read);
        read.warnings().forEach(warning -> Warnings.print(spec, warning));
        SchedulingOutcome outcome = SchedulingOutcome.of(read.replica());
        if (!outcome.settled()) {
            Warnings.print(spec, "the volunteers were still changing places when they were stopped");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            PlanPrinter.printJson(outcome, out);
        } else {
            new PlanPrinter(read.replica(), outcome, TextStyle.of(spec), out).print();
        }
        return 0;
    }
}
