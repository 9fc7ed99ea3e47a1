package io.sardonyx.cli.cluster;

import io.sardonyx.answer.CheckpointText;
import io.sardonyx.answer.CoordinatedExplainer;
import io.sardonyx.answer.Explainer;
import io.sardonyx.answer.Explanation;
import io.sardonyx.answer.JobFigures;
import io.sardonyx.answer.JobHindrances;
import io.sardonyx.answer.RewindHistory;
import io.sardonyx.answer.RewindHistory.Rewind;
import io.sardonyx.answer.Subject;
import io.sardonyx.cli.option.AtOption;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Allocation;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.schedule.Finding;
import io.sardonyx.value.JobId;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code why}: explains scheduling decisions and states of a job, task, peer or group. */
@Command(
        name = "why",
        description = "Says why a job runs or waits, a peer does what it does, or a group is where it is.",
        sortOptions = false,
        footer = "  $ sardonyx why --store file:/tmp/cluster words --at 41",
        exitCodeList = {"0:done", "2:bad input, or nothing of that name", "3:the store does not answer"})
public final class WhyCommand extends ClusterCommand {

    /** Most rewinds of a job that are told one by one. */
    private static final int MOST_REWINDS = 20;

    @Mixin
    private final LongOption length = new LongOption();

    @Mixin
    private final AtOption at = new AtOption();

    @Parameters(
            paramLabel = "WHAT",
            description = "A job, JOB/TASK, a peer or a group: its id, or the beginning of it.")
    private String what;

    @Override
    public Integer call() {
        ReplicaView view = store.founded(at.position());
        Explanation explanation = explain(view.replica());
        var rewinds = new ArrayDeque<Rewind>();
        Entry<Replica> since = lastChange(explanation, view.position(), rewinds);
        JobFigures figures = figures(explanation.subject(), view);
        List<String> brokers = brokers(explanation.subject(), view);
        json.print(
                length,
                out -> {
                    write(explanation, view.position(), since, out);
                    write(rewinds, out);
                    out.textsUnlessEmpty("brokers", brokers);
                    out.textsUnlessEmpty("waiting", figures.waits());
                    out.textsUnlessEmpty("hints", figures.hints());
                    out.textsUnlessEmpty("links", figures.troubles());
                },
                out -> {
                    print(explanation, since, view, out);
                    rewinds.forEach(rewind -> out.println("  " + rewind.sentence()));
                    again(explanation.subject(), view, figures).forEach(line -> out.println("  " + line));
                    brokers.forEach(obstacle -> out.println("  " + obstacle));
                    figures.waits().forEach(wait -> out.println("  " + wait));
                    figures.hints().forEach(hint -> out.println("  " + hint));
                    figures.troubles().forEach(trouble -> out.println("  " + trouble));
                });
        return 0;
    }

    /** By the coordinator's roster where that decides, as far as it is asked about now. */
    private Explanation explain(Replica replica) {
        Subject subject = Subject.named(what, replica);
        Explanation explained = null;
        if (replica.cluster().allocation() == Allocation.COORDINATED && at.position() == Long.MAX_VALUE) {
            try (AdminClient client = store.connect()) {
                CoordinatorSnapshot now = client.coordinator(replica.cluster(), (entry, change) -> {});
                explained = new CoordinatedExplainer(replica, now).explain(subject);
            }
        }
        return explained == null ? new Explainer(replica).explain(subject) : explained;
    }

    /** The obstacle of a queued job where no process has a broker, which is not in the log either. */
    private List<String> brokers(Subject subject, ReplicaView view) {
        JobId job = at.position() == Long.MAX_VALUE ? subject.job() : null;
        Run run = job == null ? null : view.replica().jobs().live().get(job);
        if (run == null || !run.isQueued()) {
            return List.of();
        }
        try (AdminClient client = store.connect()) {
            return JobHindrances.ofBrokers(run.job(), view.replica().cluster().allocation(), client.brokers());
        }
    }

    /** The figures that members report of a live job, which are not in the log; empty for a past position. */
    private JobFigures figures(Subject subject, ReplicaView view) {
        JobId job = at.position() == Long.MAX_VALUE ? subject.job() : null;
        if (job == null || view.replica().jobs().live().get(job) == null) {
            return JobFigures.of(List.of(), List.of(), 0);
        }
        try (AdminClient client = store.connect()) {
            return JobFigures.of(List.of(), client.reports(job), System.currentTimeMillis());
        }
    }

    /** What came again by the latest rewind, which members report. */
    private static List<String> again(Subject subject, ReplicaView view, JobFigures figures) {
        Run run = subject.kind() == Subject.Kind.JOB
                ? view.replica().jobs().live().get(JobId.of(subject.name()))
                : null;
        return run == null ? List.of() : CheckpointText.again(run, figures);
    }

    /**
     * The last entry that changed the explained aspect, as far as the log is not trimmed.
     *
     * @param rewinds takes the latest rewinds of a job that is explained
     */
    private @Nullable Entry<Replica> lastChange(Explanation explanation, long upTo, Deque<Rewind> rewinds) {
        Subject subject = explanation.subject();
        var history = new RewindHistory();
        var last = new Object() {
            @Nullable
            Entry<Replica> entry;
        };
        store.read(upTo, (entry, change) -> {
            last.entry = explanation.isChangedBy(change) ? entry : last.entry;
            for (Rewind rewind : history.next(entry, change)) {
                if (subject.kind() == Subject.Kind.JOB && rewind.job().text().equals(subject.name())) {
                    rewinds.add(rewind);
                }
            }
            while (rewinds.size() > MOST_REWINDS) {
                rewinds.remove();
            }
        });
        return last.entry;
    }

    private void print(Explanation explanation, @Nullable Entry<Replica> since, ReplicaView view, PrintWriter out) {
        TextStyle style = TextStyle.of(spec);
        Subject subject = explanation.subject();
        out.println(Keywords.of(subject.kind()) + " " + style.strong(subject.name()) + " " + explanation.state()
                + style.faint(", as of entry " + view.position()));
        if (since != null) {
            out.println("  since entry " + since.position() + ", " + fn(since));
        }
        explanation.because().forEach(sentence -> out.println("  " + sentence));
    }

    private static void write(Deque<Rewind> rewinds, JsonOut out) {
        if (!rewinds.isEmpty()) {
            out.beginList("rewinds");
            rewinds.forEach(rewind -> {
                rewind.write(out.begin());
                out.end();
            });
            out.endList();
        }
    }

    private static String fn(Entry<Replica> entry) {
        return CommandCodec.nameOf((io.sardonyx.command.Command) entry.step());
    }

    private static void write(Explanation explanation, long position, @Nullable Entry<Replica> since, JsonOut out) {
        out.text("kind", Keywords.of(explanation.subject().kind()))
                .text("subject", explanation.subject().name())
                .number("position", position)
                .text("state", explanation.state())
                .texts("because", explanation.because());
        if (since != null) {
            out.begin("since")
                    .number("position", since.position())
                    .text("fn", fn(since))
                    .end();
        }
        Finding finding = explanation.finding();
        if (finding != null) {
            out.text("rule", Keywords.of(finding.rule()));
            List<String> numbers = finding.rule().numbers();
            for (int i = 0; i < numbers.size(); i++) {
                out.number(numbers.get(i), finding.number(i));
            }
        }
    }
}
