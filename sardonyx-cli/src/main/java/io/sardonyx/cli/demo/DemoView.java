package io.sardonyx.cli.demo;

import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.log.EntryPrinter;
import io.sardonyx.cli.terminal.ProgressLine;
import io.sardonyx.cli.terminal.Screen;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.GroupId;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A view of the demonstration. */
interface DemoView extends AutoCloseable {

    /** Instead of a number of peers: the group is not a member any more. */
    long GONE = -1;

    /**
     * The state to display.
     *
     * @param groups number of assigned peers of each group, or {@link #GONE}
     * @param written orders that reached the output
     * @param all orders in total
     * @param again duplicates that reached the output
     */
    record State(long millis, Map<GroupId, Long> groups, List<TaskReport> tasks, long written, long all, long again) {}

    void happened(Event happening);

    /** An entry of the log, read after the group was killed. */
    void read(Entry<Replica> entry, Change<Replica> change);

    void look(State state);

    /** Ends the drawing; further output is lines. */
    @Override
    void close();

    /**
     * An event of the demonstration.
     *
     * @param millis since its start
     * @param event keyword for programs
     * @param facts alternating names and values; a Long is written as number, a Boolean as boolean
     * @param sentence text for people
     */
    record Event(long millis, String event, List<Object> facts, String sentence) {

        String text() {
            return String.format("%8s  %s", Phrases.seconds(millis), sentence);
        }

        void write(PrintWriter out) {
            JsonOut line = Json.onto(out).begin().text("event", event).number("millis", millis);
            for (int i = 0; i < facts.size(); i += 2) {
                String name = facts.get(i).toString();
                Object fact = facts.get(i + 1);
                if (fact instanceof Long number) {
                    line.number(name, number);
                } else if (fact instanceof Boolean truth) {
                    line.flag(name, truth);
                } else {
                    line.text(name, fact);
                }
            }
            line.end().newLine();
        }
    }

    /** The view of the demonstration as lines, one per event: text, or JSON objects. */
    final class Lines implements DemoView {

        private final PrintWriter out;
        private final TextStyle style;
        private final boolean json;

        Lines(PrintWriter out, TextStyle style, boolean json) {
            this.out = out;
            this.style = style;
            this.json = json;
        }

        @Override
        public void happened(DemoView.Event happening) {
            if (json) {
                happening.write(out);
            } else {
                out.println(Phrases.shortened(happening.text()));
            }
            out.flush();
        }

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            if (json) {
                EntryPrinter.write(entry, change, out);
            } else {
                out.println(line(entry, change, style));
            }
            out.flush();
        }

        /** An entry as text, with abbreviated ids. */
        static String line(Entry<Replica> entry, Change<Replica> change, TextStyle style) {
            return Phrases.shortened(EntryPrinter.sentence(entry, change, style));
        }

        @Override
        public void look(State state) {}

        @Override
        public void close() {}
    }

    /** The view of the demonstration on a terminal: its state, redrawn in place, and below it the latest events. */
    final class Picture implements DemoView {

        private static final int BAR = 30;

        private final Screen screen;
        private final TextStyle style;
        private final List<String> story = new ArrayList<>();

        Picture(Screen screen, TextStyle style) {
            this.screen = screen;
            this.style = style;
        }

        @Override
        public void happened(DemoView.Event happening) {
            story.add(Phrases.shortened(happening.text()));
        }

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            story.add(DemoView.Lines.line(entry, change, style));
        }

        @Override
        public void look(State state) {
            var lines = new ArrayList<String>();
            lines.add(style.strong("sardonyx demo") + "  " + Phrases.seconds(state.millis()));
            lines.add(ProgressLine.bar((double) state.written() / state.all(), BAR) + "  "
                    + Phrases.grouped(state.written()) + " of " + Phrases.grouped(state.all()) + " orders, "
                    + Phrases.grouped(state.again()) + " came again");
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
}
