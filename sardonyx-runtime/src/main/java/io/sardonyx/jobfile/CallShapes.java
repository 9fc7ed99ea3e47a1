package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.job.Call;
import io.sardonyx.job.Parameters;
import io.sardonyx.json.Field;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types of {@link Call}s in a job file: references to functions and plugins with their parameters. */
final class CallShapes {

    /** Key of a plugin's name among its parameters. */
    static final String PLUGIN_KEY = "plugin";

    /** A table of parameters, or of other values that only its reader understands. */
    static final KeyShape<Parameters> TABLE = new KeyShape<>(
            "object",
            it -> it.put("type", "object"),
            field -> field.made(Parameters::of, table(field)),
            CallShapes::table);

    private static final JobKey<Call, String> NAME = KeyShape.TEXT
            .key("name", "a public static method or an accessor, as com.acme.Words::split")
            .needed(Call::name);
    private static final JobKey<Call, Parameters> PARAMETERS =
            TABLE.key("params", "its parameters").optional("none", Call::parameters);

    static final KeyTable<Void, Call> CALL =
            new KeyTable<Void, Call>().with(NAME).with(PARAMETERS);

    /** A method: its name, or an object with name and parameters. */
    static final KeyShape<Call> METHOD = KeyShape.defined(
            "method",
            "method",
            field -> field.isObject() ? method(field) : field.as(Call::to),
            call -> call.parameters().isEmpty() ? KeyShape.NODES.textNode(call.name()) : CALL.write(call));

    /** A plugin: its name, or an object with its parameters beside the name. */
    static final KeyShape<Call> PLUGIN = KeyShape.defined(
            "plugin",
            "plugin",
            field -> field.isObject() ? plugin(field) : field.as(Call::to),
            call -> call.parameters().isEmpty()
                    ? KeyShape.NODES.textNode(call.name())
                    : table(call.parameters()).put(PLUGIN_KEY, call.name()));

    private CallShapes() {}

    private static Call method(Field field) {
        CALL.checkAll(field);
        Parameters parameters = PARAMETERS.found(field).orElse(Parameters.NONE);
        return field.at(NAME.name()).as(name -> new Call(name, parameters));
    }

    private static Call plugin(Field field) {
        Map<String, Object> values = table(field);
        values.remove(PLUGIN_KEY);
        Parameters parameters = field.made(Parameters::of, values);
        return field.at(PLUGIN_KEY).as(name -> new Call(name, parameters));
    }

    /** The values of an object as plain Java values. */
    static Map<String, Object> table(Field object) {
        var values = new LinkedHashMap<String, Object>();
        object.fields().forEach(field -> values.put(field.name(), value(field)));
        return values;
    }

    private static Object value(Field field) {
        if (field.isObject()) {
            return table(field);
        }
        if (field.isList()) {
            return field.items().stream().map(CallShapes::value).toList();
        }
        JsonNode node = field.node();
        if (node.isNumber()) {
            return node.isIntegralNumber() ? node.bigIntegerValue() : node.decimalValue();
        }
        if (node.isNull()) {
            throw field.wrong("null is no value; leave it out");
        }
        return node.isBoolean() ? (Object) node.booleanValue() : field.text();
    }

    private static ObjectNode table(Parameters parameters) {
        ObjectNode json = KeyShape.NODES.objectNode();
        parameters.names().forEach(name -> json.set(name, value(parameters.value(name))));
        return json;
    }

    private static JsonNode value(@Nullable Object value) {
        if (value instanceof Parameters table) {
            return table(table);
        }
        if (value instanceof List<?> list) {
            ArrayNode json = KeyShape.NODES.arrayNode();
            list.forEach(item -> json.add(value(item)));
            return json;
        }
        if (value instanceof Long whole) {
            return KeyShape.NODES.numberNode(whole);
        }
        if (value instanceof BigDecimal number) {
            return KeyShape.NODES.numberNode(number);
        }
        return value instanceof Boolean truth
                ? KeyShape.NODES.booleanNode(truth)
                : KeyShape.NODES.textNode(String.valueOf(value));
    }
}
