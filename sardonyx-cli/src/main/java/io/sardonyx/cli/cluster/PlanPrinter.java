package io.sardonyx.cli.cluster;

import io.sardonyx.answer.Phrases;
import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.job.Task;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replay.SchedulingOutcome;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Finding;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.Id;
import io.sardonyx.value.JobId;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiConsumer;

/** Printer of a scheduling outcome: as text, a table per job with the reason of each decision, or as JSON. */
public final class PlanPrinter {

    private final Replica replica;
    private final SchedulingOutcome outcome;
    private final TextStyle style;
    private final PrintWriter out;

    public PlanPrinter(Replica replica, SchedulingOutcome outcome, TextStyle style, PrintWriter out) {
        this.replica = replica;
        this.outcome = outcome;
        this.style = style;
        this.out = out;
    }

    /** Prints it as text. */
    public void print() {
        long running =
                outcome.demands().stream().filter(demand -> demand.size() > 0).count();
        int busy = outcome.demands().stream().mapToInt(Demand::size).sum();
        int peers = replica.peers().present().size();
        out.println(Phrases.count(peers, "peer") + ", "
                + Keywords.of(replica.cluster().scheduler()) + ", "
                + Keywords.of(replica.cluster().allocation()) + ": " + running + " of "
                + Phrases.count(outcome.demands().size(), "job") + " run, " + (peers - busy) + " idle, "
                + Phrases.count(outcome.moves(), "move"));
        for (int j = 0; j < outcome.demands().size(); j++) {
            out.println();
            print(outcome.demands().get(j), outcome.why().get(j).finding());
        }
        printIdle();
    }

    private void print(Demand demand, Finding reason) {
        String size = demand.size() == 0 ? style.alarming("waits") : Phrases.count(demand.size(), "peer");
        out.println(style.strong(demand.job().id().text()) + "  " + size + ": " + reason.sentence());
        int width = demand.job().tasks().stream()
                .mapToInt(task -> task.name().text().length())
                .max()
                .orElse(0);
        for (int t = 0; demand.size() > 0 && t < demand.stages().size(); t++) {
            Task task = demand.job().tasks().get(t);
            List<Place> places = demand.stages().get(t).places();
            String name =
                    task.name().text() + " ".repeat(width - task.name().text().length());
            String peers = Phrases.some(places.stream().map(Place::peer).toList(), " ");
            out.println("  " + name + String.format("%6d  ", places.size()) + peers);
        }
    }

    /** Idle peers, grouped by reason. */
    private void printIdle() {
        var groups = new LinkedHashMap<String, List<Id<?>>>();
        for (Why why : outcome.why()) {
            if (!(why.subject() instanceof JobId)) {
                groups.computeIfAbsent(why.finding().sentence(), reason -> new ArrayList<>())
                        .add(why.subject());
            }
        }
        if (!groups.isEmpty()) {
            out.println();
            out.println(style.strong("idle"));
            groups.forEach((reason, peers) -> out.println("  " + Phrases.some(peers, " ") + ": " + reason));
        }
    }

    /** Prints it as a line of JSON. */
    public static void printJson(SchedulingOutcome outcome, Writer target) {
        JsonOut out = Json.onto(target).begin();
        writeJson(outcome, out);
        out.end().newLine();
    }

    /** Writes its fields into a JSON object that is already open. */
    public static void writeJson(SchedulingOutcome outcome, JsonOut out) {
        forEachTask(
                out,
                "allocations",
                outcome,
                (task, stage) -> out.textsUnlessEmpty(
                        task, stage.places().stream().map(Place::peer).toList()));
        forEachTask(
                out,
                "counts",
                outcome,
                (task, stage) -> out.number(task, stage.places().size()));
        out.begin("totals");
        outcome.demands().forEach(demand -> out.number(demand.job().id().text(), demand.size()));
        out.end();
        forEachTask(out, "slots", outcome, (task, stage) -> {
            out.beginUnlessEmpty(task);
            stage.places().forEach(place -> out.number(place.peer().text(), place.slot()));
            out.end();
        });
        out.number("moves", outcome.moves()).beginList("why");
        outcome.why().forEach(why -> writeJson(why, out));
        out.endList();
    }

    private static void forEachTask(
            JsonOut out, String section, SchedulingOutcome outcome, BiConsumer<String, Stage> property) {
        out.begin(section);
        for (Demand demand : outcome.demands()) {
            out.beginUnlessEmpty(demand.job().id().text());
            for (int t = 0; t < demand.stages().size(); t++) {
                property.accept(
                        demand.job().tasks().get(t).name().text(),
                        demand.stages().get(t));
            }
            out.end();
        }
        out.end();
    }

    private static void writeJson(Why why, JsonOut out) {
        Finding finding = why.finding();
        out.begin()
                .text(why.subject() instanceof JobId ? "job" : "peer", why.subject())
                .text("rule", Keywords.of(finding.rule()))
                .text("sentence", finding.rule().sentence());
        List<String> numbers = finding.rule().numbers();
        for (int i = 0; i < numbers.size(); i++) {
            out.number(numbers.get(i), finding.number(i));
        }
        out.end();
    }
}
