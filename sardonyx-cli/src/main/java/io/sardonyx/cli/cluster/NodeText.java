package io.sardonyx.cli.cluster;

import io.sardonyx.answer.NodeOverview;
import io.sardonyx.answer.NodeOverview.Node;
import io.sardonyx.answer.NodeOverview.SharedJob;
import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.terminal.Screen;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.json.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The text view of nodes and their jobs, as lines; for {@code node list}, {@code top} and {@code doctor}. */
public final class NodeText {

    /** Width of the column of names. */
    private static final int NAME = 24;

    private static final int TEXT = 300;

    private final NodeOverview overview;
    private final TextStyle style;

    public NodeText(NodeOverview overview, TextStyle style) {
        this.overview = overview;
        this.style = style;
    }

    /** A line for each node. */
    public List<String> nodes() {
        return overview.nodes().stream().map(this::node).toList();
    }

    private String node(Node node) {
        return "node " + style.strong(OneLine.of(node.token(), TEXT)) + ", " + Phrases.count(node.workers(), "worker")
                + ", holds " + Phrases.count(node.held(), "partition")
                + (node.leads() ? ", leads" : "")
                + (node.listed() ? "" : ", not listed")
                + (node.unfit().isEmpty()
                        ? ""
                        : ", "
                                + style.alarming("unfit for "
                                        + Phrases.count(node.unfit().size(), "job")));
    }

    /** A line for each finding, behind a heading. */
    public List<String> findings(String heading) {
        return overview.findings().stream()
                .map(finding -> style.alarming(heading) + OneLine.of(finding, TEXT))
                .toList();
    }

    /** Numbers of nodes, workers and held partitions. */
    public String summary() {
        long workers = overview.nodes().stream().mapToLong(Node::workers).sum();
        long held = overview.nodes().stream().mapToLong(Node::held).sum();
        boolean led = overview.nodes().stream().anyMatch(Node::leads);
        return Phrases.count(overview.nodes().size(), "node") + ", " + Phrases.count(workers, "worker") + ", "
                + Phrases.count(held, "partition") + " held" + (led ? "" : ", " + style.alarming("no leader"));
    }

    /**
     * All sections for a live view, cut to the rows of the terminal: nodes and findings at most a third of them each,
     * the jobs the rest.
     */
    List<String> lines(int rows) {
        int third = Math.max(2, rows / 3);
        var lines = new ArrayList<String>();
        lines.add(style.strong("nodes") + "  " + summary());
        lines.addAll(OverviewText.cut(nodes().stream().map(line -> "  " + line).toList(), third));
        List<String> wrong = OverviewText.cut(findings("  "), third);
        lines.addAll(OverviewText.cut(jobs(), Math.max(2, rows - lines.size() - wrong.size())));
        lines.addAll(wrong);
        return lines;
    }

    private List<String> jobs() {
        var lines = new ArrayList<String>();
        lines.add(style.strong("jobs of nodes") + "  " + overview.jobs().size() + " running");
        if (!overview.jobs().isEmpty()) {
            lines.add(style.faint(row("", "done", "running", "outstanding", "failed", "done/s")));
        }
        overview.jobs().forEach(job -> lines.add(job(job)));
        return lines;
    }

    private static String job(SharedJob job) {
        return row(
                job.id().text(),
                Phrases.grouped(job.counts().done()),
                Phrases.grouped(job.counts().running()),
                Phrases.grouped(job.counts().outstanding()),
                Phrases.grouped(job.counts().failed()),
                String.format(Locale.ROOT, "%.1f", job.donePerSecond()));
    }

    private static String row(String name, String... columns) {
        String shown = OneLine.of(name, NAME);
        return "  " + shown + " ".repeat(Math.max(0, NAME + 1 - Screen.width(shown)))
                + String.format("%9s %9s %12s %9s %9s", (Object[]) columns);
    }
}
