package io.sardonyx.jobfile;

import static io.sardonyx.jobfile.KeyShape.FLAG;
import static io.sardonyx.jobfile.KeyShape.TASK_OR_ALL;
import static io.sardonyx.jobfile.KeyShape.TEXT;
import static io.sardonyx.jobfile.KeyShape.list;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Targets;
import io.sardonyx.json.Field;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.List;
import java.util.Optional;

/** Keys of flow conditions, which route segments. */
final class FlowKeys {

    static final String NONE = "none";

    private static final List<String> JOINTS = List.of("and", "or", "not");

    /** The key of an object that names one method. */
    private static final JobKey<Call, Call> FN =
            CallShapes.METHOD.key("fn", "the method").needed(call -> call);

    static final KeyTable<Void, Call> METHOD_ONLY = new KeyTable<Void, Call>().with(FN);

    private static final JobKey<FlowCondition, Optional<TaskName>> FROM = TASK_OR_ALL
            .key("from", "the task whose results it routes; `all` for each that feeds all targets")
            .needed(condition -> Optional.ofNullable(condition.from()));
    private static final JobKey<FlowCondition, Targets> TO = KeyShape.<Targets>defined(
                    "list or keyword", "targets", FlowKeys::targets, FlowKeys::json)
            .key("to", "a list of tasks, `all` or `none`")
            .needed(FlowCondition::to);
    private static final JobKey<FlowCondition, Condition> WHEN = KeyShape.<Condition>defined(
                    "condition", "condition", FlowKeys::condition, FlowKeys::json)
            .key("when", "`{fn: …}`, `[and, …, …]`, `[or, …, …]` or `[not, …]`")
            .needed(FlowCondition::when);
    private static final JobKey<FlowCondition, Boolean> SHORT_CIRCUIT = FLAG.key(
                    "shortCircuit", "whether no later one is looked at when it holds")
            .usually(false, FlowCondition::shortCircuit);
    private static final JobKey<FlowCondition, List<String>> EXCLUDED_KEYS = list(TEXT)
            .key("excludeKeys", "fields that are removed on the way")
            .optional("none", FlowCondition::excludedKeys);
    private static final JobKey<FlowCondition, Boolean> ON_EXCEPTION = FLAG.key(
                    "onException", "whether it is about what the function threw")
            .usually(false, FlowCondition::onException);
    private static final JobKey<FlowCondition, Call> TRANSFORM = CallShapes.METHOD
            .key("transform", "the method that makes a segment of the exception")
            .optional("–", FlowCondition::transform);
    private static final JobKey<FlowCondition, Boolean> RETRY = FLAG.key(
                    "retry", "whether the root is emitted again instead; `to` is `none`")
            .usually(false, FlowCondition::retry);

    static final KeyTable<Void, FlowCondition> TABLE = new KeyTable<Void, FlowCondition>()
            .with(FROM)
            .with(TO)
            .with(WHEN)
            .with(SHORT_CIRCUIT)
            .with(EXCLUDED_KEYS)
            .with(ON_EXCEPTION)
            .with(TRANSFORM)
            .with(RETRY);

    private FlowKeys() {}

    static FlowCondition read(Field entry) {
        TABLE.checkAll(entry);
        return new FlowCondition(
                FROM.in(entry).orElse(null),
                TO.in(entry),
                WHEN.in(entry),
                SHORT_CIRCUIT.in(entry),
                EXCLUDED_KEYS.found(entry).orElse(List.of()),
                ON_EXCEPTION.in(entry),
                TRANSFORM.found(entry).orElse(null),
                RETRY.in(entry));
    }

    /** The method that an object names and nothing else. */
    static Call method(Field object) {
        METHOD_ONLY.checkAll(object);
        return FN.in(object);
    }

    private static Targets targets(Field to) {
        if (to.isText() && to.text().equals(KeyShape.ALL)) {
            return Targets.ALL;
        }
        if (to.isText() && to.text().equals(NONE)) {
            return Targets.NONE;
        }
        if (to.items().isEmpty()) {
            throw to.wrong("\"all\", \"none\" or a list of tasks was expected");
        }
        return Targets.of(list(KeyShape.TASK).read().apply(to));
    }

    private static JsonNode json(Targets to) {
        return switch (to.extent()) {
            case ALL -> KeyShape.NODES.textNode(KeyShape.ALL);
            case NONE -> KeyShape.NODES.textNode(NONE);
            case SOME -> list(KeyShape.TASK).write().apply(to.tasks());
        };
    }

    /** A condition: an object names a predicate; a list joins conditions, as {@code ["and", …, …]}. */
    private static Condition condition(Field when) {
        if (!when.isList()) {
            return new Condition.Test(method(when));
        }
        List<Field> items = when.items();
        if (items.isEmpty()) {
            throw when.wrong("and, or, or not was expected first in the list");
        }
        Field joint = items.get(0);
        List<Condition> parts = items.stream().skip(1).map(FlowKeys::condition).toList();
        return switch (joint.text()) {
            case "and" -> when.made(Condition.And::new, parts);
            case "or" -> when.made(Condition.Or::new, parts);
            case "not" -> not(when, parts);
            default -> throw joint.wrong("and, or, or not was expected" + Spelling.didYouMean(joint.text(), JOINTS));
        };
    }

    private static Condition not(Field when, List<Condition> parts) {
        if (parts.size() != 1) {
            throw when.wrong("not turns one condition round, this has " + parts.size());
        }
        return new Condition.Not(parts.get(0));
    }

    private static JsonNode json(Condition when) {
        if (when instanceof Condition.Test test) {
            return METHOD_ONLY.write(test.predicate());
        }
        if (when instanceof Condition.And and) {
            return joined("and", and.all());
        }
        return when instanceof Condition.Or or
                ? joined("or", or.any())
                : joined("not", List.of(((Condition.Not) when).condition()));
    }

    private static ArrayNode joined(String joint, List<Condition> parts) {
        ArrayNode json = KeyShape.NODES.arrayNode().add(joint);
        parts.forEach(part -> json.add(json(part)));
        return json;
    }
}
