package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.job.Parameters;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.Workflow;
import io.sardonyx.json.CanonicalJson;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.TaskName;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writer of a job as canonical JSON, which equal jobs share; {@link JobFile} reads it.
 *
 * <p>Default values are left out, so that the hash of a job does not change when a later release adds a key.
 */
public final class JobJson {

    /** Key of a plugin's name among its parameters. */
    static final String PLUGIN = "plugin";

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JobJson() {}

    /** The canonical bytes of a job. */
    public static byte[] write(Job job) {
        ObjectNode json = NODES.objectNode().put("id", job.id().text());
        if (!job.name().equals(job.id().text())) {
            json.put("name", job.name());
        }
        ArrayNode workflow = json.putArray("workflow");
        for (Workflow.Edge edge : job.workflow().edges()) {
            workflow.addArray().add(edge.from().text()).add(edge.to().text());
        }
        ArrayNode catalog = json.putArray("catalog");
        for (CatalogEntry entry : job.catalog()) {
            catalog.add(TaskJson.of(entry));
        }
        if (!job.flowConditions().isEmpty()) {
            ArrayNode conditions = json.putArray("flowConditions");
            job.flowConditions().forEach(condition -> conditions.add(FlowJson.of(condition)));
        }
        if (!job.lifecycles().isEmpty()) {
            ArrayNode lifecycles = json.putArray("lifecycles");
            job.lifecycles().forEach(entry -> lifecycles.add(lifecycle(entry)));
        }
        putProperties(job, json);
        return CanonicalJson.of(json);
    }

    /** SHA-256 of canonical bytes, in hexadecimal digits. */
    public static String hash(byte[] written) {
        return ReplicaHash.of(written);
    }

    private static void putProperties(Job job, ObjectNode json) {
        if (job.scheduler() != TaskScheduler.BALANCED) {
            json.put("taskScheduler", Keywords.of(job.scheduler()));
        }
        putPercentage(json, job.percentage());
        if (job.saturation() != Bounds.UNBOUNDED) {
            json.put("saturation", job.saturation());
        }
        if (job.delivery() != Delivery.AUTOMATIC) {
            json.put("delivery", Keywords.of(job.delivery()));
        }
        if (job.wholeOnly() && job.delivery() != Delivery.DIRECT) {
            json.put("wholeOnly", true);
        }
        if (!job.metadata().isEmpty()) {
            json.set("metadata", table(job.metadata()));
        }
        if (!job.resumes().isEmpty()) {
            ArrayNode resumes = json.putArray("resumes");
            job.resumes().forEach(id -> resumes.add(id.text()));
        }
    }

    static void putPercentage(ObjectNode json, Percentage percentage) {
        if (!percentage.equals(Percentage.ZERO)) {
            json.put("percentage", percentage.value());
        }
    }

    private static ObjectNode lifecycle(LifecycleEntry entry) {
        ObjectNode json = NODES.objectNode().put("task", taskOrAll(entry.task()));
        putMethod(json, "calls", entry.factory());
        return json;
    }

    static String taskOrAll(@Nullable TaskName task) {
        return task == null ? FlowReader.ALL : task.text();
    }

    static void putMethod(ObjectNode json, String key, Call call) {
        if (call.parameters().isEmpty()) {
            json.put(key, call.name());
        } else {
            json.putObject(key).put("name", call.name()).set("params", table(call.parameters()));
        }
    }

    static void putPlugin(ObjectNode json, String key, Call call) {
        if (call.parameters().isEmpty()) {
            json.put(key, call.name());
        } else {
            json.set(key, table(call.parameters()).put(PLUGIN, call.name()));
        }
    }

    private static ObjectNode table(Parameters parameters) {
        ObjectNode json = NODES.objectNode();
        for (String name : parameters.names()) {
            json.set(name, value(parameters.value(name)));
        }
        return json;
    }

    private static JsonNode value(@Nullable Object value) {
        if (value instanceof Parameters table) {
            return table(table);
        }
        if (value instanceof List<?> list) {
            ArrayNode json = NODES.arrayNode();
            list.forEach(item -> json.add(value(item)));
            return json;
        }
        if (value instanceof Long whole) {
            return NODES.numberNode(whole);
        }
        if (value instanceof BigDecimal number) {
            return NODES.numberNode(number);
        }
        return value instanceof Boolean truth ? NODES.booleanNode(truth) : NODES.textNode(String.valueOf(value));
    }
}
