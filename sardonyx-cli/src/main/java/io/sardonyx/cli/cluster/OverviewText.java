package io.sardonyx.cli.cluster;

import io.sardonyx.answer.CheckpointText;
import io.sardonyx.answer.ClusterOverview;
import io.sardonyx.answer.ClusterOverview.GroupLoad;
import io.sardonyx.answer.ClusterOverview.JobLoad;
import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.terminal.Screen;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.job.Task;
import io.sardonyx.json.Keywords;
import io.sardonyx.json.OneLine;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text view of {@code top}: a cluster overview as lines, cut to the rows of the terminal. */
public final class OverviewText {

    /** Width of the column of names. */
    private static final int NAME = 24;

    private static final int TEXT = 1_000;

    private final ClusterOverview overview;
    private final TextStyle style;

    public OverviewText(ClusterOverview overview, TextStyle style) {
        this.overview = overview;
        this.style = style;
    }

    /**
     * All sections. Each gets what it needs as far as there are rows: log, links and groups at most a quarter of them
     * each, the jobs the rest.
     *
     * @param entries the latest entries of the log as lines, oldest first
     * @param rows rows of the terminal
     */
    public List<String> lines(List<String> entries, int rows) {
        int quarter = Math.max(2, rows / 4);
        var lines = new ArrayList<>(head());
        lines.addAll(cut(groups(), quarter));
        List<String> below = new ArrayList<>();
        if (!overview.troubles().isEmpty()) {
            below.add(style.strong("links"));
            below.addAll(cut(
                    overview.troubles().stream()
                            .map(trouble -> "  " + style.alarming(OneLine.of(trouble, TEXT)))
                            .toList(),
                    quarter));
        }
        if (!entries.isEmpty()) {
            below.add(style.strong("log"));
            below.addAll(entries.subList(Math.max(0, entries.size() - quarter), entries.size()));
        }
        lines.addAll(cut(jobs(), Math.max(2, rows - lines.size() - below.size())));
        lines.addAll(below);
        return lines;
    }

    /** The first lines that fit, the last of them with the number of lines left out. */
    public static List<String> cut(List<String> lines, int room) {
        if (lines.size() <= room) {
            return lines;
        }
        var some = new ArrayList<>(lines.subList(0, Math.max(0, room - 1)));
        some.add("  and " + (lines.size() - some.size()) + " more lines");
        return some;
    }

    private List<String> head() {
        Replica replica = overview.snapshot().view().replica();
        long silent = overview.groups().stream().filter(GroupLoad::silent).count();
        long busy = overview.groups().stream().mapToLong(GroupLoad::busy).sum();
        int peers = replica.peers().present().size();
        var lines = new ArrayList<String>();
        lines.add("cluster "
                + style.strong(OneLine.of(String.valueOf(replica.cluster().id()), NAME)) + ", "
                + Keywords.of(replica.cluster().allocation()) + ", "
                + Keywords.of(replica.cluster().scheduler()) + ", at entry "
                + overview.snapshot().view().position());
        if (!overview.leader().isEmpty()) {
            lines.add(style.strong("coordinator") + "  " + OneLine.of(overview.leader(), TEXT));
        }
        lines.add(style.strong("groups") + "  "
                + Phrases.count(replica.ring().members().size(), "member") + ", "
                + replica.ring().joining().size() + " joining"
                + (silent == 0 ? "" : ", " + style.alarming(silent + " without a pulse")) + "; "
                + Phrases.count(peers, "peer") + ", " + busy + " busy, " + (peers - busy) + " idle");
        return lines;
    }

    private List<String> groups() {
        return overview.groups().stream().map(this::group).toList();
    }

    private String group(GroupLoad load) {
        String standing = load.silent() ? style.alarming("no pulse") : load.member() ? "member" : "joining";
        return "  " + OneLine.of(load.group().text(), 2 * NAME) + "  " + standing + ", "
                + Phrases.count(load.peers(), "peer") + ", " + load.busy() + " busy"
                + (load.site() == null ? "" : "  " + OneLine.of(load.site().address(), 2 * NAME));
    }

    private List<String> jobs() {
        Replica replica = overview.snapshot().view().replica();
        var lines = new ArrayList<String>();
        lines.add(style.strong("jobs") + "  " + overview.jobs().size() + " live, "
                + replica.jobs().completed().size() + " completed, "
                + replica.jobs().killed().size() + " killed");
        if (!overview.jobs().isEmpty()) {
            lines.add(style.faint(row("", "state", "peers", "in/s", "out/s", "pending", "again")));
        }
        overview.jobs().forEach(load -> {
            lines.add(job(load));
            String checkpoints = CheckpointText.brief(load.run(), load.figures());
            if (!checkpoints.isEmpty()) {
                lines.add(style.faint("    " + OneLine.of(checkpoints, TEXT)));
            }
            load.run().job().tasks().forEach(task -> {
                TaskReport report = load.figures().task(task.name()).orElse(TaskReport.none(task.name()));
                lines.add(task(load, task, report));
                report.states().forEach(state -> lines.add(style.faint("      " + state(state))));
            });
        });
        return lines;
    }

    private static String row(String name, String... columns) {
        String shown = OneLine.of(name, NAME);
        return "  " + shown + " ".repeat(Math.max(0, NAME + 1 - Screen.width(shown)))
                + String.format("%-9s %6s %12s %12s %9s %9s", (Object[]) columns);
    }

    private String job(JobLoad load) {
        String row = row(
                load.run().job().id().text(),
                Keywords.of(load.state()),
                String.valueOf(load.peers()),
                Phrases.grouped(load.in()),
                Phrases.grouped(load.out()),
                Phrases.grouped(load.open()),
                Phrases.grouped(load.again()));
        return load.figures()
                .bottleneck()
                .map(task -> row + "  " + style.alarming(held(task)))
                .orElse(row);
    }

    private static String held(TaskName task) {
        return "held up by " + OneLine.of(task.text(), NAME);
    }

    private static String task(JobLoad load, Task task, TaskReport report) {
        boolean counted = task.input() || load.run().isQueued();
        String notes = Stream.of(
                        read(report), report.inputFull() ? "input full" : "", report.outputFull() ? "output full" : "")
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining(", "));
        return row(
                        "  " + task.name(),
                        "",
                        String.valueOf(load.peers(task.name())),
                        Phrases.grouped(report.takenPerSecond()),
                        Phrases.grouped(report.givenPerSecond()),
                        counted ? Phrases.grouped(load.open(report)) : "",
                        counted ? Phrases.grouped(load.again(report)) : "")
                + (notes.isEmpty() ? "" : "  " + notes);
    }

    private static String state(StateFigures state) {
        return "state " + OneLine.of(state.state(), NAME) + ": " + Phrases.grouped(state.keys()) + " keys, "
                + Phrases.grouped(state.bytes()) + " bytes of heap";
    }

    /** The progress of an input as text, or the empty string if its size is unknown. */
    public static String read(TaskReport report) {
        return report.extent().all() <= 0 ? "" : (int) (100 * report.extent().share()) + " % read";
    }
}
