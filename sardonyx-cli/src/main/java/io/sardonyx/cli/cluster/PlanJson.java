package io.sardonyx.cli.cluster;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replay.SchedulingOutcome;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Finding;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.JobId;
import java.io.Writer;
import java.util.List;
import java.util.function.BiConsumer;

/** Formatting of a scheduling outcome as JSON. */
public final class PlanJson {

    private PlanJson() {}

    public static void print(SchedulingOutcome outcome, Writer target) {
        JsonOut out = Json.onto(target).begin();
        write(outcome, out);
        out.end().newLine();
    }

    /** Writes its fields into a JSON object that is already open. */
    public static void write(SchedulingOutcome outcome, JsonOut out) {
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
        outcome.why().forEach(why -> print(why, out));
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

    private static void print(Why why, JsonOut out) {
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
