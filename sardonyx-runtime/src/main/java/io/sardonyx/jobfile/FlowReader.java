package io.sardonyx.jobfile;

import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Targets;
import io.sardonyx.json.Field;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.List;

/** Parser of flow conditions, which route segments. */
final class FlowReader {

    /** Stands for all tasks where one could be named. */
    static final String ALL = "all";

    static final String NONE = "none";

    private static final List<String> JOINTS = List.of("and", "or", "not");

    private FlowReader() {}

    static FlowCondition read(Field entry) {
        JobFile.checkKeys(entry, JobKeys.names(JobKeys.FLOW_CONDITION));
        Field from = entry.at("from");
        Field transform = entry.at("transform");
        return new FlowCondition(
                is(from, ALL) ? null : from.as(TaskName::of),
                targets(entry.at("to")),
                condition(entry.at("when")),
                flag(entry.at("shortCircuit")),
                entry.at("excludeKeys").items().stream().map(Field::text).toList(),
                flag(entry.at("onException")),
                transform.isAbsent() ? null : CallReader.method(transform),
                flag(entry.at("retry")));
    }

    private static boolean is(Field field, String word) {
        return field.isText() && field.text().equals(word);
    }

    private static boolean flag(Field field) {
        return !field.isAbsent() && field.flag();
    }

    private static Targets targets(Field to) {
        if (is(to, ALL)) {
            return Targets.ALL;
        }
        if (is(to, NONE)) {
            return Targets.NONE;
        }
        if (to.items().isEmpty()) {
            throw to.wrong("\"all\", \"none\" or a list of tasks was expected");
        }
        return Targets.of(to.items().stream().map(item -> item.as(TaskName::of)).toList());
    }

    /** A condition: an object names a predicate; a list joins conditions, as {@code ["and", …, …]}. */
    private static Condition condition(Field when) {
        if (!when.isList()) {
            JobFile.checkKeys(when, List.of("fn"));
            return new Condition.Test(CallReader.method(when.at("fn")));
        }
        List<Field> items = when.items();
        if (items.isEmpty()) {
            throw when.wrong("and, or, or not was expected first in the list");
        }
        Field joint = items.get(0);
        List<Condition> parts =
                items.stream().skip(1).map(FlowReader::condition).toList();
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
}
