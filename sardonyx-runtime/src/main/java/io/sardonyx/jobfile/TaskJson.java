package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Grouping;
import io.sardonyx.job.Task;
import io.sardonyx.job.Tuning;
import io.sardonyx.json.Keywords;

/** Writer of a task as JSON; {@link TaskReader} is its inverse. */
final class TaskJson {

    private TaskJson() {}

    static ObjectNode of(CatalogEntry entry) {
        Task task = entry.task();
        ObjectNode json = JobJson.NODES.objectNode().put("name", task.name().text());
        if (entry.plugin() != null) {
            JobJson.putPlugin(json, task.input() ? "input" : "output", entry.plugin());
        }
        if (entry.identify()) {
            json.put("identify", true);
        }
        if (entry.function() != null) {
            JobJson.putMethod(json, "fn", entry.function());
        }
        if (entry.batch()) {
            json.put("batch", true);
        }
        putGrouping(json, entry.grouping());
        putBounds(json, task.bounds());
        JobJson.putPercentage(json, task.percentage());
        if (task.flux() != Flux.CONTINUE) {
            json.put("flux", Keywords.of(task.flux()));
        }
        if (!task.tags().isEmpty()) {
            ArrayNode tags = json.putArray("tags");
            task.tags().words().forEach(tags::add);
        }
        putErrors(json, entry.errors());
        putTuning(json, entry.tuning());
        return json;
    }

    private static void putGrouping(ObjectNode json, Grouping grouping) {
        Call function = grouping.function();
        if (function != null) {
            JobJson.putMethod(json.putObject("groupBy"), "fn", function);
        } else if (!grouping.isNone()) {
            ArrayNode keys = json.putArray("groupBy");
            grouping.keys().forEach(keys::add);
        }
    }

    private static void putBounds(ObjectNode json, Bounds bounds) {
        if (bounds.min() == bounds.max()) {
            json.put("peers", bounds.min());
            return;
        }
        if (bounds.min() != Bounds.DEFAULT.min()) {
            json.put("min", bounds.min());
        }
        if (bounds.max() != Bounds.UNBOUNDED) {
            json.put("max", bounds.max());
        }
    }

    private static void putErrors(ObjectNode json, ErrorPolicy errors) {
        if (errors.equals(ErrorPolicy.KILL)) {
            return;
        }
        ObjectNode policy = json.putObject("onError").put("policy", Keywords.of(errors.action()));
        if (errors.deadLetters() != null) {
            policy.put("to", errors.deadLetters().text());
        }
        if (errors.retries() > 0) {
            policy.put("retries", errors.retries());
        }
        if (!errors.firstDelay().equals(ErrorPolicy.KILL.firstDelay())) {
            policy.put("delay", errors.firstDelay().toString());
        }
    }

    private static void putTuning(ObjectNode json, Tuning tuning) {
        Tuning usual = Tuning.DEFAULT;
        if (tuning.batchSize() != usual.batchSize()) {
            json.put("batchSize", tuning.batchSize());
        }
        if (tuning.pendingRoots() != usual.pendingRoots()) {
            json.put("pendingRoots", tuning.pendingRoots());
        }
        if (!tuning.pendingTimeout().equals(usual.pendingTimeout())) {
            json.put("pendingTimeout", tuning.pendingTimeout().toString());
        }
        if (tuning.attempts() != usual.attempts()) {
            json.put("attempts", tuning.attempts());
        }
        if (tuning.roots() != usual.roots()) {
            json.put("roots", Keywords.of(tuning.roots()));
        }
        if (tuning.blocking()) {
            json.put("blocking", true);
        }
        if (!tuning.turnLimit().equals(usual.turnLimit())) {
            json.put("turnLimit", tuning.turnLimit().toString());
        }
        if (tuning.patience() != null) {
            json.put("patience", tuning.patience().toString());
        }
    }
}
