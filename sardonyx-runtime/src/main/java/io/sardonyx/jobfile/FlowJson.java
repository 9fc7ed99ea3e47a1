package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Targets;
import java.util.List;

/** Writer of flow conditions, which route segments, as JSON; {@link FlowReader} is its inverse. */
final class FlowJson {

    private FlowJson() {}

    static ObjectNode of(FlowCondition condition) {
        ObjectNode json = JobJson.NODES.objectNode().put("from", JobJson.taskOrAll(condition.from()));
        putTargets(json, condition.to());
        json.set("when", of(condition.when()));
        putFlag(json, "shortCircuit", condition.shortCircuit());
        if (!condition.excludedKeys().isEmpty()) {
            ArrayNode keys = json.putArray("excludeKeys");
            condition.excludedKeys().forEach(keys::add);
        }
        putFlag(json, "onException", condition.onException());
        if (condition.transform() != null) {
            JobJson.putMethod(json, "transform", condition.transform());
        }
        putFlag(json, "retry", condition.retry());
        return json;
    }

    private static void putFlag(ObjectNode json, String key, boolean value) {
        if (value) {
            json.put(key, true);
        }
    }

    private static void putTargets(ObjectNode json, Targets to) {
        switch (to.extent()) {
            case ALL -> json.put("to", FlowReader.ALL);
            case NONE -> json.put("to", FlowReader.NONE);
            case SOME -> {
                ArrayNode tasks = json.putArray("to");
                to.tasks().forEach(task -> tasks.add(task.text()));
            }
        }
    }

    private static JsonNode of(Condition when) {
        if (when instanceof Condition.Test test) {
            ObjectNode json = JobJson.NODES.objectNode();
            JobJson.putMethod(json, "fn", test.predicate());
            return json;
        }
        if (when instanceof Condition.And and) {
            return joined("and", and.all());
        }
        return when instanceof Condition.Or or
                ? joined("or", or.any())
                : joined("not", List.of(((Condition.Not) when).condition()));
    }

    private static ArrayNode joined(String joint, List<Condition> parts) {
        ArrayNode json = JobJson.NODES.arrayNode().add(joint);
        parts.forEach(part -> json.add(of(part)));
        return json;
    }
}
