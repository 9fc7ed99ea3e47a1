package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.JsonNode;
import io.sardonyx.job.Call;
import io.sardonyx.job.Parameters;
import io.sardonyx.json.Field;
import java.util.LinkedHashMap;
import java.util.Map;

/** Parser of {@link Call}s in a job file: references to functions and plugins with their parameters. */
final class CallReader {

    private CallReader() {}

    /** A method: its name, or an object with name and parameters. */
    static Call method(Field field) {
        if (!field.isObject()) {
            return field.as(Call::to);
        }
        JobFile.checkKeys(field, JobKeys.names(JobKeys.METHOD_CALL));
        Parameters parameters = parameters(field.at("params"));
        return field.at("name").as(name -> new Call(name, parameters));
    }

    /** A plugin: its name, or an object with its parameters beside the name. */
    static Call plugin(Field field) {
        if (!field.isObject()) {
            return field.as(Call::to);
        }
        Map<String, Object> values = table(field);
        values.remove(JobJson.PLUGIN);
        Parameters parameters = field.made(Parameters::of, values);
        return field.at(JobJson.PLUGIN).as(name -> new Call(name, parameters));
    }

    private static Parameters parameters(Field field) {
        return field.made(Parameters::of, table(field));
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
            return field.items().stream().map(CallReader::value).toList();
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
}
