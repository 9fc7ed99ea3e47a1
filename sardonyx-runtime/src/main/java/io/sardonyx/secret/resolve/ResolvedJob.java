package io.sardonyx.secret.resolve;

import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Condition;
import io.sardonyx.job.Fault;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Grouping;
import io.sardonyx.job.Job;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.job.Parameters;
import io.sardonyx.job.Part;
import io.sardonyx.secret.Secrets;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copy of a job in which the secret references of one task are resolved. It is held by the loop of that task and never
 * stored or sent. For checks, the references of all tasks are resolved at once, each part of the job once.
 */
public final class ResolvedJob {

    private final Job job;
    /** The task whose references are resolved; null for all of them. */
    private final @Nullable TaskName task;

    private final Set<TaskName> behind;
    private final Secrets secrets;
    private final List<Fault> faults = new ArrayList<>();
    private final Job disclosed;

    public ResolvedJob(Job job, TaskName task, Secrets secrets) {
        this(job, task, Set.copyOf(job.behind(task)), secrets);
    }

    /** Resolves the references of all tasks, for a check. */
    public static ResolvedJob toAll(Job job, Secrets secrets) {
        return new ResolvedJob(job, null, Set.of(), secrets);
    }

    private ResolvedJob(Job job, @Nullable TaskName task, Set<TaskName> behind, Secrets secrets) {
        this.job = job;
        this.task = task;
        this.behind = behind;
        this.secrets = secrets;
        this.disclosed = new Job(
                job.id(),
                job.name(),
                job.workflow(),
                job.catalog().stream().map(this::entry).toList(),
                conditions(),
                lifecycles(),
                job.scheduler(),
                job.percentage(),
                job.saturation(),
                job.delivery(),
                job.wholeOnly(),
                job.metadata(),
                job.resumes(),
                job.checkpoint(),
                job.resume());
    }

    /** The job with secrets; a reference that cannot be resolved is still there. */
    public Job job() {
        return disclosed;
    }

    /** One fault per reference that cannot be resolved in this process. */
    public List<Fault> faults() {
        return faults;
    }

    private boolean isOwn(TaskName name) {
        return task == null || task.equals(name);
    }

    /** Entries of its own tasks whose plugins could not be checked without secrets, but can now. */
    public List<CatalogEntry> newPlugins() {
        var faulty = new HashSet<Part>();
        faults.forEach(fault -> faulty.add(fault.part()));
        var found = new ArrayList<CatalogEntry>();
        for (int i = 0; i < job.catalog().size(); i++) {
            CatalogEntry entry = disclosed.catalog().get(i);
            boolean changed =
                    !Objects.equals(entry.plugin(), job.catalog().get(i).plugin());
            if (changed && !faulty.contains(pluginOf(entry))) {
                found.add(entry);
            }
        }
        return found;
    }

    private static Part pluginOf(CatalogEntry entry) {
        return Part.task(entry.name()).at(entry.task().input() ? "input" : "output");
    }

    /** Resolves the task's own entry, and the key functions of its downstream tasks, which it calls as well. */
    private CatalogEntry entry(CatalogEntry entry) {
        boolean own = isOwn(entry.name());
        if (!own && !behind.contains(entry.name())) {
            return entry;
        }
        Part part = Part.task(entry.name());
        Call key = entry.grouping().function();
        Call plugin = own ? call(pluginOf(entry), entry.plugin()) : entry.plugin();
        Call function = own || entry.combine() ? call(part.at("fn"), entry.function()) : entry.function();
        Call atEnd = own ? call(part.at("atEnd"), entry.atEnd()) : entry.atEnd();
        Call time = own ? call(part.at("eventTime"), entry.eventTime()) : entry.eventTime();
        Call resolvedKey = call(part.at("groupBy"), key);
        boolean same = plugin == entry.plugin() && function == entry.function() && atEnd == entry.atEnd();
        if (same && time == entry.eventTime() && resolvedKey == key) {
            return entry;
        }
        return new CatalogEntry(
                entry.task(),
                plugin,
                entry.identify(),
                function,
                entry.batch(),
                atEnd,
                resolvedKey == null ? entry.grouping() : Grouping.by(resolvedKey),
                entry.combine(),
                entry.ttls(),
                time,
                entry.errors(),
                entry.tuning());
    }

    private List<LifecycleEntry> lifecycles() {
        var all = new ArrayList<LifecycleEntry>();
        for (LifecycleEntry entry : job.lifecycles()) {
            Part part = Part.of("lifecycles").item(all.size()).at("calls");
            all.add(
                    entry.task() == null || isOwn(entry.task())
                            ? new LifecycleEntry(entry.task(), resolved(part, entry.factory()))
                            : entry);
        }
        return all;
    }

    private List<FlowCondition> conditions() {
        var all = new ArrayList<FlowCondition>();
        for (FlowCondition each : job.flowConditions()) {
            Part part = Part.of("flowConditions").item(all.size());
            all.add(
                    each.from() == null || isOwn(each.from())
                            ? new FlowCondition(
                                    each.from(),
                                    each.to(),
                                    condition(part.at("when"), each.when()),
                                    each.shortCircuit(),
                                    each.excludedKeys(),
                                    each.onException(),
                                    call(part.at("transform"), each.transform()),
                                    each.retry())
                            : each);
        }
        return all;
    }

    private Condition condition(Part part, Condition when) {
        if (when instanceof Condition.Test test) {
            return new Condition.Test(resolved(part, test.predicate()));
        }
        if (when instanceof Condition.Not not) {
            return new Condition.Not(condition(part, not.condition()));
        }
        if (when instanceof Condition.And and) {
            return new Condition.And(
                    and.all().stream().map(each -> condition(part, each)).toList());
        }
        return new Condition.Or(((Condition.Or) when)
                .any().stream().map(each -> condition(part, each)).toList());
    }

    private @Nullable Call call(Part part, @Nullable Call call) {
        return call == null ? null : resolved(part, call);
    }

    /** Resolves the texts of a call, the same if it has no reference; an unresolvable one stays and is a fault. */
    private Call resolved(Part part, Call call) {
        Parameters given = call.parameters();
        if (given.isEmpty()) {
            return call;
        }
        Parameters filled = given.withTexts(text -> {
            try {
                return secrets.resolved(text);
            } catch (IllegalArgumentException e) {
                faults.add(new Fault(part, String.valueOf(e.getMessage()), ""));
                return text;
            }
        });
        return filled == given ? call : new Call(call.name(), filled);
    }
}
