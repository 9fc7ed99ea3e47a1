package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON Schema of job files for editors, and the Markdown tables of the reference page.
 *
 * <p>It covers what the parser accepts; consistency among the parts of a job is checked by the job itself.
 */
public final class JobSchema {

    private final ObjectNode root = KeyShape.NODES.objectNode();

    private JobSchema() {
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema").put("title", "A job of Sardonyx");
        JobKeys.JOB.describe(root);
        ArrayNode named = root.putArray("anyOf");
        named.addObject().putArray("required").add("id");
        named.addObject().putArray("required").add("name");
        ObjectNode definitions = root.putObject("$defs");
        JobKeys.TASK.describe(definitions.putObject("task"));
        FlowKeys.TABLE.describe(definitions.putObject("flowCondition"));
        JobKeys.LIFECYCLE.describe(definitions.putObject("lifecycle"));
        JobKeys.CHECKPOINT.describe(definitions.putObject("checkpoint"));
        JobKeys.RESUME.describe(definitions.putObject("resume"));
        JobKeys.STATE.describe(definitions.putObject("state"));
        KeyShape.list(KeyShape.TEXT)
                .schema()
                .accept(definitions.putObject("edge").put("minItems", 2).put("maxItems", 2));
        method(definitions.putObject("method"));
        plugin(definitions.putObject("plugin"));
        grouping(definitions.putObject("grouping"));
        errors(definitions.putObject("errors"));
        targets(definitions.putObject("targets"));
        condition(definitions.putObject("condition"));
    }

    /** The schema, indented. */
    public static String text() {
        return new JobSchema().root.toPrettyString() + "\n";
    }

    /** The schema on one line. */
    public static String line() {
        return new JobSchema().root + "\n";
    }

    /** The Markdown tables of keys, by the headings of their sections. */
    public static Map<String, String> tables() {
        var tables = new LinkedHashMap<String, String>();
        tables.put("The keys of a job", JobKeys.JOB.markdown());
        tables.put("The keys of a task", JobKeys.TASK.markdown());
        tables.put("The keys of `onError`", JobKeys.ERRORS.markdown());
        tables.put("The keys of a flow condition", FlowKeys.TABLE.markdown());
        tables.put("The keys of a state", JobKeys.STATE.markdown());
        tables.put("The keys of `checkpoint`", JobKeys.CHECKPOINT.markdown());
        tables.put("The keys of `resume`", JobKeys.RESUME.markdown());
        tables.put("The keys of a lifecycle", JobKeys.LIFECYCLE.markdown());
        return tables;
    }

    private static ArrayNode nameOr(ObjectNode schema) {
        ArrayNode either = schema.putArray("anyOf");
        KeyShape.TEXT.schema().accept(either.addObject());
        return either;
    }

    private static void method(ObjectNode schema) {
        schema.put(
                "description",
                "a public static method or an accessor: its name, or an object with its name and parameters");
        CallShapes.CALL.describe(nameOr(schema).addObject());
    }

    private static void plugin(ObjectNode schema) {
        schema.put(
                "description", "a plugin or a public static method: its name, or an object with parameters beside it");
        ObjectNode object = nameOr(schema).addObject().put("type", "object");
        KeyShape.TEXT.schema().accept(object.putObject("properties").putObject(CallShapes.PLUGIN_KEY));
        object.putArray("required").add(CallShapes.PLUGIN_KEY);
    }

    private static void grouping(ObjectNode schema) {
        ArrayNode either = schema.putArray("anyOf");
        KeyShape.list(KeyShape.TEXT).schema().accept(either.addObject());
        predicate(either.addObject());
    }

    /** Schema of an object that names one method. */
    private static void predicate(ObjectNode schema) {
        schema.put("type", "object").put("additionalProperties", false);
        schema.putObject("properties").putObject("fn").put("$ref", "#/$defs/method");
        schema.putArray("required").add("fn");
    }

    private static void errors(ObjectNode schema) {
        ArrayNode either = schema.putArray("anyOf");
        either.addObject().putArray("enum").add("kill").add("skip");
        JobKeys.ERRORS.describe(either.addObject());
    }

    private static void targets(ObjectNode schema) {
        ArrayNode either = schema.putArray("anyOf");
        either.addObject().putArray("enum").add(KeyShape.ALL).add(FlowKeys.NONE);
        ObjectNode some = either.addObject();
        KeyShape.list(KeyShape.TEXT).schema().accept(some);
        some.put("minItems", 1);
    }

    private static void condition(ObjectNode schema) {
        ArrayNode either = schema.putArray("anyOf");
        predicate(either.addObject());
        joined(either.addObject(), List.of("and", "or")).put("minItems", 3);
        joined(either.addObject(), List.of("not")).put("minItems", 2).put("maxItems", 2);
    }

    private static ObjectNode joined(ObjectNode schema, List<String> joints) {
        schema.put("type", "array");
        ArrayNode first = schema.putArray("prefixItems").addObject().putArray("enum");
        joints.forEach(first::add);
        schema.putObject("items").put("$ref", "#/$defs/condition");
        return schema;
    }
}
