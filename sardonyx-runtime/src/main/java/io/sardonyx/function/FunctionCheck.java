package io.sardonyx.function;

import io.sardonyx.function.type.TypeCheck;
import io.sardonyx.function.type.TypeRelation;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Condition;
import io.sardonyx.job.Fault;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.plugin.Identified;
import io.sardonyx.plugin.Output;
import io.sardonyx.value.TaskName;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all methods that a job names before it runs, and finds all that is wrong with them at once.
 *
 * <p>What lifecycles will provide is not known yet. So a missing argument is only a fault if it is a number or a truth,
 * which are parameters and nothing else.
 */
public final class FunctionCheck {

    private final Job job;
    private final FunctionLoader functions;
    private final Map<TaskName, CatalogEntry> entries = new HashMap<>();
    private final List<Fault> faults = new ArrayList<>();

    private FunctionCheck(Job job, FunctionLoader functions) {
        this.job = job;
        this.functions = functions;
        job.catalog().forEach(entry -> entries.putIfAbsent(entry.name(), entry));
    }

    /** Everything that is wrong with the methods of a job; plugins by short name are not looked at. */
    public static List<Fault> faults(Job job, FunctionLoader functions) {
        var check = new FunctionCheck(job, functions);
        job.catalog().forEach(check::checkTask);
        check.faults.addAll(StateCheck.faults(job, functions));
        job.catalog().stream().filter(CatalogEntry::identify).forEach(check::checkTakers);
        for (int i = 0; i < job.lifecycles().size(); i++) {
            check.check(
                    Part.of("lifecycles").item(i).at("calls"),
                    job.lifecycles().get(i).factory(),
                    MethodRole.LIFECYCLE);
        }
        for (int i = 0; i < job.flowConditions().size(); i++) {
            check.checkFlow(
                    Part.of("flowConditions").item(i), job.flowConditions().get(i));
        }
        List<Part> blamed = check.faults.stream().map(Fault::part).toList();
        TypeCheck.of(job, functions).faults().stream()
                .filter(fault -> !blamed.contains(fault.part()))
                .forEach(check.faults::add);
        return List.copyOf(check.faults);
    }

    /**
     * Where a segment may come that the next method does not take, a sentence for each: the types overlap, or it
     * depends on a flow condition or a failure whether anything comes. Methods that are not to be found are passed
     * over.
     */
    public static List<String> notes(Job job, FunctionLoader functions) {
        return TypeCheck.of(job, functions).notes();
    }

    private void checkTask(CatalogEntry entry) {
        Part task = Part.task(entry.name());
        check(task.at("fn"), entry.function(), entry.batch() ? MethodRole.BATCH_FUNCTION : MethodRole.FUNCTION);
        check(task.at("atEnd"), entry.atEnd(), MethodRole.AT_END);
        check(task.at("groupBy"), entry.grouping().function(), MethodRole.KEY);
        check(task.at("eventTime"), entry.eventTime(), MethodRole.TIME);
        Call plugin = entry.plugin();
        if (plugin != null && plugin.isMethod()) {
            boolean reads = entry.task().input();
            check(task.at(reads ? "input" : "output"), plugin, reads ? MethodRole.INPUT : MethodRole.OUTPUT);
        }
    }

    /** A function behind an input with {@code identify} takes identified segments, not bare ones. */
    private void checkTakers(CatalogEntry input) {
        if (input.function() != null) {
            checkTaker(input, input);
            return;
        }
        for (TaskName behind : job.behind(input.name())) {
            CatalogEntry taker = entries.get(behind);
            if (taker != null) {
                checkTaker(taker, input);
            }
        }
    }

    private void checkTaker(CatalogEntry taker, CatalogEntry input) {
        Part task = Part.task(taker.name());
        if (taker != input) {
            checkTakes(task.at("groupBy"), taker.grouping().function(), input);
        }
        checkTakes(task.at("eventTime"), taker.eventTime(), input);
        if (taker.function() == null && taker.task().output()) {
            checkTakes(task.at("output"), taker.plugin(), input);
        } else if (!taker.batch()) {
            checkTakes(task.at("fn"), taker.function(), input);
        }
    }

    private void checkTakes(Part part, @Nullable Call call, CatalogEntry input) {
        Method method = call == null || !call.isMethod() ? null : usable(call);
        Type taken = method == null || Output.class.isAssignableFrom(method.getReturnType())
                ? null
                : MethodSignature.subject(method);
        if (method == null || taken == null) {
            return;
        }
        Class<?> subject = TypeRelation.erased(taken);
        if (!subject.isAssignableFrom(Identified.class)) {
            faults.add(new Fault(
                    part,
                    MethodSignature.name(method) + " takes a " + subject.getTypeName() + ", but task " + input.name()
                            + " identifies what it reads",
                    "let it take an " + Identified.class.getName() + ", or take identify out of task " + input.name()));
        }
    }

    private void checkFlow(Part part, FlowCondition condition) {
        TaskName from = condition.from();
        checkCondition(part.at("when"), condition.when());
        check(part.at("transform"), condition.transform(), MethodRole.TRANSFORM);
        if (from != null && !condition.excludedKeys().isEmpty() && !condition.onException()) {
            checkExclusion(part.at("excludeKeys"), entries.get(from));
        }
    }

    private void checkCondition(Part part, Condition condition) {
        if (condition instanceof Condition.Test test) {
            check(part, test.predicate(), MethodRole.PREDICATE);
        } else if (condition instanceof Condition.Not not) {
            checkCondition(part, not.condition());
        } else if (condition instanceof Condition.And and) {
            and.all().forEach(each -> checkCondition(part, each));
        } else if (condition instanceof Condition.Or or) {
            or.any().forEach(each -> checkCondition(part, each));
        }
    }

    /** Where the function says that it gives records, no key will ever be excluded. */
    private void checkExclusion(Part part, @Nullable CatalogEntry from) {
        Method method = from == null || from.function() == null ? null : usable(from.function());
        if (method != null && method.getReturnType().isRecord()) {
            faults.add(new Fault(
                    part,
                    "excludes keys of what " + MethodSignature.name(method) + " gives, but that is a "
                            + method.getReturnType().getName() + ", and only maps can lose keys",
                    "leave them out in the function"));
        }
    }

    private @Nullable Method usable(Call function) {
        try {
            return functions.named(function.name());
        } catch (BadFunction reportedWithItsTask) {
            return null;
        }
    }

    private void check(Part part, @Nullable Call call, MethodRole role) {
        if (call == null) {
            return;
        }
        try {
            MethodSignature signature = role.signature(functions.named(call.name()));
            BoundFunction.certainlyMissing(signature, call).forEach(fault -> add(part, fault));
            BoundFunction.faults(signature, call).forEach(fault -> add(part, fault));
        } catch (BadFunction e) {
            add(part, e);
        }
    }

    private void add(Part part, BadFunction fault) {
        faults.add(new Fault(part, fault.what(), fault.remedy()));
    }
}
