package io.sardonyx.cli.demo;

import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.terminal.ProgressBar;
import io.sardonyx.cli.terminal.Screen;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;

/** The view of the demonstration on a terminal: its state, redrawn in place, and below it the latest events. */
final class DemoScreenView implements DemoView {

    private static final int BAR = 30;

    private final Screen screen;
    private final TextStyle style;
    private final List<String> story = new ArrayList<>();

    DemoScreenView(Screen screen, TextStyle style) {
        this.screen = screen;
        this.style = style;
    }

    @Override
    public void happened(DemoEvent happening) {
        story.add(Phrases.shortened(happening.text()));
    }

    @Override
    public void read(Entry<Replica> entry, Change<Replica> change) {
        story.add(DemoLineView.line(entry, change, style));
    }

    @Override
    public void look(State state) {
        var lines = new ArrayList<String>();
        lines.add(style.strong("sardonyx demo") + "  " + Phrases.seconds(state.millis()));
        lines.add(ProgressBar.of((double) state.written() / state.all(), BAR) + "  " + Phrases.grouped(state.written())
                + " of " + Phrases.grouped(state.all()) + " orders, " + Phrases.grouped(state.again()) + " came again");
        lines.add("");
        state.groups().forEach((group, peers) -> lines.add(group(group, peers)));
        lines.add("");
        lines.add(style.faint(String.format("%-8s %6s %14s %14s", "task", "peers", "segments/s", "segments")));
        state.tasks().forEach(task -> lines.add(task(task)));
        lines.add("");
        int room = Math.max(1, screen.terminal().rows() - lines.size() - 1);
        lines.addAll(story.subList(Math.max(0, story.size() - room), story.size()));
        screen.draw(lines);
    }

    private String group(GroupId group, long peers) {
        return Phrases.shortened("group " + group) + "  "
                + (peers == GONE ? style.alarming("gone") : Phrases.count(peers, "peer") + " at work");
    }

    private static String task(TaskReport task) {
        return String.format(
                "%-8s %6d %14s %14s",
                task.task(), task.peers(), Phrases.grouped(task.takenPerSecond()), Phrases.grouped(task.taken()));
    }

    @Override
    public void close() {
        screen.close();
    }
}
