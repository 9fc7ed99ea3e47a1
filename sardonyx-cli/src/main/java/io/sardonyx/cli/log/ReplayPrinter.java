package io.sardonyx.cli.log;

import io.sardonyx.answer.Phrases;
import io.sardonyx.answer.ReplicaDifferences;
import io.sardonyx.answer.RewindHistory.Rewind;
import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.command.Command;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.OneLine;
import io.sardonyx.replay.Replay;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A printer of replayed entries. */
interface ReplayPrinter {

    /**
     * Shows the next entry.
     *
     * @param rewinds of jobs by this entry
     */
    void show(Replay.ReplayedEntry replayed, List<Rewind> rewinds);

    /** Called once after the last entry. */
    void end(ReplicaView now, long entries);

    /** An entry of any log as text: its position, name, plain arguments and what it changes. */
    static String line(long position, String fn, String args, String what, TextStyle style) {
        return style.faint(String.format("%6d", position)) + "  " + style.strong(fn)
                + (args.isEmpty() ? "" : " " + args) + ": " + what;
    }

    /** What an entry changes, in phrases. */
    static String effects(List<String> changes, boolean happened, TextStyle style) {
        return changes.isEmpty() ? style.faint(happened ? "noted" : "nothing changes") : String.join("; ", changes);
    }

    /** The arguments of a step that are strings or numbers, as they stand in the entry. */
    static String keyArguments(Consumer<JsonOut> write) {
        var text = new StringWriter();
        JsonOut json = Json.onto(text).begin();
        write.accept(json);
        json.end().flush();
        return Json.read(text.toString().getBytes(StandardCharsets.UTF_8)).at("args").fields().stream()
                .filter(field -> field.isText() || field.isNumber())
                .map(field -> field.name() + "=" + OneLine.of(field.plain(), AsText.ARGUMENT))
                .collect(Collectors.joining(" "));
    }

    /** The printer of a replay as JSON Lines, one object per entry. */
    final class AsJson implements ReplayPrinter {

        private final JsonOut out;

        AsJson(Writer target) {
            this.out = Json.onto(target);
        }

        @Override
        public void show(Replay.ReplayedEntry replayed, List<Rewind> rewinds) {
            out.begin()
                    .number("position", replayed.position())
                    .text("fn", CommandCodec.nameOf(replayed.command()))
                    .flag("changed", replayed.change().happened())
                    .begin("replica");
            new ReplicaView(replayed.change().after(), replayed.position()).write(out);
            out.end();
            if (!rewinds.isEmpty()) {
                out.beginList("rewinds");
                rewinds.forEach(rewind -> {
                    rewind.write(out.begin());
                    out.end();
                });
                out.endList();
            }
            out.begin("reactions");
            replayed.reactions().forEach((group, commands) -> {
                out.beginList(group.text());
                commands.forEach(command -> {
                    out.begin();
                    CommandCodec.write(command, out);
                    out.end();
                });
                out.endList();
            });
            out.end().end().newLine();
        }

        @Override
        public void end(ReplicaView now, long entries) {
            out.flush();
        }
    }

    /** The printer of a replay as text: a line per entry, and a summary of the final replica. */
    final class AsText implements ReplayPrinter {

        /** Maximum length of an argument, in characters. */
        static final int ARGUMENT = 60;

        private final PrintWriter out;
        private final TextStyle style;

        AsText(PrintWriter out, TextStyle style) {
            this.out = out;
            this.style = style;
        }

        @Override
        public void show(Replay.ReplayedEntry replayed, List<Rewind> rewinds) {
            Command command = replayed.command();
            Replica after = replayed.change().after();
            var changes =
                    new ArrayList<>(ReplicaDifferences.between(replayed.change().before(), after));
            rewinds.stream()
                    .map(Rewind::again)
                    .filter(again -> !again.isEmpty())
                    .forEach(changes::add);
            out.print(line(
                    replayed.position(),
                    CommandCodec.nameOf(command),
                    keyArguments(json -> CommandCodec.write(command, json)),
                    effects(changes, replayed.change().happened(), style),
                    style));
            var answers = new ArrayList<String>();
            replayed.reactions().forEach((group, commands) -> answers.add(answer(group, commands)));
            if (!answers.isEmpty()) {
                out.print(style.answer(" -> " + Phrases.some(answers, ", ")));
            }
            out.println();
        }

        private static String answer(GroupId group, List<Command> commands) {
            return group + " "
                    + commands.stream()
                            .map(CommandCodec::nameOf)
                            .distinct()
                            .map(fn -> counted(fn, commands))
                            .collect(Collectors.joining(" and "));
        }

        private static String counted(String fn, List<Command> commands) {
            long count = commands.stream()
                    .filter(command -> CommandCodec.nameOf(command).equals(fn))
                    .count();
            return count == 1 ? fn : fn + " x" + count;
        }

        @Override
        public void end(ReplicaView now, long entries) {
            Replica replica = now.replica();
            long busy = replica.peers().present().values().stream()
                    .filter(peer -> peer.assignment() != null)
                    .count();
            int finished =
                    replica.jobs().killed().size() + replica.jobs().completed().size();
            out.println();
            out.println((entries == 1 ? "1 entry" : entries + " entries")
                    + ", now at position " + now.position() + ": "
                    + Phrases.count(replica.ring().members().size(), "member") + ", "
                    + replica.ring().joining().size() + " joining, "
                    + Phrases.count(replica.peers().present().size(), "peer") + " (" + busy + " busy), "
                    + Phrases.count(replica.jobs().live().size(), "live job") + ", " + finished + " finished");
            replica.jobs().live().values().forEach(this::showJob);
            out.println("sha256 " + ReplicaHash.of(now));
        }

        private void showJob(Run run) {
            var tasks = new ArrayList<String>();
            for (int t = 0; t < run.job().tasks().size(); t++) {
                Stage stage = run.stage(t);
                String peers = stage.places().isEmpty()
                        ? style.faint(stage.isOpen() ? "nobody" : "done")
                        : Phrases.some(stage.places().stream().map(Place::peer).toList(), " ");
                tasks.add(run.job().tasks().get(t).name() + ": " + peers);
            }
            out.println("  " + style.strong(run.job().id().text()) + "  " + String.join(" | ", tasks));
        }
    }
}
