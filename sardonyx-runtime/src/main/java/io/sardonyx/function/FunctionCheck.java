package io.sardonyx.function;

import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Condition;
import io.sardonyx.job.Fault;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.value.TaskName;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all methods that a job names before it runs, and finds all that is wrong with them at once.
 *
 * <p>What lifecycles will provide is not known yet. So an argument that nobody gives is only a fault if it is a number
 * or a truth, which are parameters and nothing else.
 */
public final class FunctionCheck {

    private final Job job;
    private final Functions functions;
    private final List<Fault> faults = new ArrayList<>();

    private FunctionCheck(Job job, Functions functions) {
        this.job = job;
        this.functions = functions;
    }

    /** Everything that is wrong with the methods of a job; plugins by short name are not looked at. */
    public static List<Fault> faults(Job job, Functions functions) {
        var check = new FunctionCheck(job, functions);
        job.catalog().forEach(check::checkTask);
        for (int i = 0; i < job.lifecycles().size(); i++) {
            check.check("lifecycles[" + i + "]", job.lifecycles().get(i).factory(), Role.LIFECYCLE);
        }
        for (int i = 0; i < job.flowConditions().size(); i++) {
            check.checkFlow("flowConditions[" + i + "]", job.flowConditions().get(i));
        }
        return List.copyOf(check.faults);
    }

    private void checkTask(CatalogEntry entry) {
        String place = "task " + entry.name();
        check(place, entry.function(), entry.batch() ? Role.BATCH_FUNCTION : Role.FUNCTION);
        check(place, entry.grouping().function(), Role.KEY);
        Call plugin = entry.plugin();
        if (plugin != null && plugin.isMethod()) {
            check(place, plugin, entry.task().input() ? Role.INPUT : Role.OUTPUT);
        }
    }

    private void checkFlow(String place, FlowCondition condition) {
        TaskName from = condition.from();
        checkCondition(place, condition.when());
        check(place + ".transform", condition.transform(), Role.TRANSFORM);
        if (from != null && !condition.excludedKeys().isEmpty() && !condition.onException()) {
            checkExclusion(place, job.entry(from));
        }
    }

    private void checkCondition(String place, Condition condition) {
        if (condition instanceof Condition.Test test) {
            check(place, test.predicate(), Role.PREDICATE);
        } else if (condition instanceof Condition.Not not) {
            checkCondition(place, not.condition());
        } else if (condition instanceof Condition.And and) {
            and.all().forEach(each -> checkCondition(place, each));
        } else if (condition instanceof Condition.Or or) {
            or.any().forEach(each -> checkCondition(place, each));
        }
    }

    /** Where the function says that it gives records, no key will ever be excluded. */
    private void checkExclusion(String place, CatalogEntry from) {
        Method method = from.function() == null ? null : usable(from.function());
        if (method != null && method.getReturnType().isRecord()) {
            faults.add(new Fault(
                    place,
                    "excludes keys of what " + Signature.name(method) + " gives, but that is a "
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

    private void check(String place, @Nullable Call call, Role role) {
        if (call == null) {
            return;
        }
        try {
            Signature signature = role.signature(functions.named(call.name()));
            BoundFunction.certainlyMissing(signature, call).forEach(fault -> add(place, fault));
            BoundFunction.faults(signature, call).forEach(fault -> add(place, fault));
        } catch (BadFunction e) {
            add(place, e);
        }
    }

    private void add(String place, BadFunction fault) {
        faults.add(new Fault(place, fault.what(), fault.remedy()));
    }
}
