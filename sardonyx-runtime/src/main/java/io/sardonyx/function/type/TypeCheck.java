package io.sardonyx.function.type;

import io.sardonyx.function.BadFunction;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.MethodSignature;
import io.sardonyx.function.ResultKind;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Condition;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Fault;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.Targets;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Passage;
import io.sardonyx.value.TaskName;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the type that a task's function declares to give with the type that the next function, key, predicate or
 * output takes.
 *
 * <p>It is a fault if no value is of both types, all that comes is like that, and a failure kills the job. Where a
 * segment only may be of a type that is not taken, or need not come at all, it is a note: such a job may well run. What
 * is not known, such as what a plugin of another library gives, is neither.
 */
public final class TypeCheck {

    /** More types than that are not told apart. */
    private static final int MOST_GIVEN = 32;

    /**
     * A method that takes what a task is given or gives.
     *
     * @param handled whether the job goes on if the method gets what it does not take
     */
    private record Taker(Part part, String name, Class<?> type, boolean handled) {}

    private final Job job;
    private final FunctionLoader functions;
    private final FlowPaths ways;
    private final Map<TaskName, CatalogEntry> entries = new HashMap<>();
    private final Map<TaskName, List<GivenTypes>> arrived = new HashMap<>();
    private final Set<TaskName> checked = new HashSet<>();
    private final Set<Fault> faults = new LinkedHashSet<>();
    private final Set<String> notes = new LinkedHashSet<>();

    private TypeCheck(Job job, FunctionLoader functions) {
        this.job = job;
        this.functions = functions;
        this.ways = new FlowPaths(job);
        job.catalog().forEach(entry -> entries.putIfAbsent(entry.name(), entry));
    }

    public static TypeCheck of(Job job, FunctionLoader functions) {
        var check = new TypeCheck(job, functions);
        for (CatalogEntry entry : job.catalog()) {
            try {
                check.check(entry);
                check.checked.add(entry.name());
            } catch (TypeNotPresentException | LinkageError e) {
                // a type argument that is in no jar: binding the method reports it, and here nothing is known
                check.notes.add(Part.task(entry.name()) + ": its types cannot be compared: " + e.getMessage());
            }
        }
        return check;
    }

    /** Where no value is of both types, with both of them and both methods. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Where a segment may come that is not taken, a sentence for each. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    private void check(CatalogEntry entry) {
        List<GivenTypes> given = given(entry);
        checkKey(entry, given);
        checkEventTime(entry, given);
        var results = new ArrayList<>(results(entry, given));
        results.addAll(atEnd(entry));
        checkOutput(entry, results);
        checkConditions(entry, given, results);
        send(entry, results);
    }

    private List<GivenTypes> given(CatalogEntry entry) {
        Call plugin = entry.plugin();
        if (job.before(entry.name()).isEmpty()) {
            return GivenTypes.ofInput(entry, plugin == null || !plugin.isMethod() ? null : usable(plugin));
        }
        var given = new ArrayList<>(arrived.getOrDefault(entry.name(), List.of()));
        if (!checked.containsAll(job.before(entry.name()))) {
            given.add(GivenTypes.unknown(true));
        }
        return given;
    }

    /** What the function of a task gives for what the task is given; that itself without a function. */
    private List<GivenTypes> results(CatalogEntry entry, List<GivenTypes> given) {
        Call call = entry.function();
        if (call == null || given.isEmpty()) {
            return given;
        }
        boolean certain = given.stream().anyMatch(GivenTypes::certain);
        Method method = usable(call);
        Type subject = method == null ? null : subject(method, entry.batch());
        ResultKind kind = method == null ? null : kind(method, entry.batch());
        if (method == null || subject == null || kind == null) {
            return List.of(GivenTypes.unknown(certain));
        }
        Class<?> taken = TypeRelation.erased(subject);
        String by = MethodSignature.name(method) + " of task " + entry.name();
        compare(
                new Taker(Part.task(entry.name()).at("fn"), MethodSignature.name(method), taken, handles(entry)),
                given);
        Type result = TypeRelation.given(method, kind);
        boolean same = result instanceof TypeVariable && result.equals(subject);
        return switch (kind) {
            case NONE, BATCH_NONE -> List.of();
            case FILTER -> given.stream().map(each -> each.through(taken, by)).toList();
            default -> same ? given : List.of(GivenTypes.of(TypeRelation.erased(result), by, certain));
        };
    }

    /** What a task gives when all that feeds it has ended. */
    private List<GivenTypes> atEnd(CatalogEntry entry) {
        Method method = entry.atEnd() == null ? null : usable(entry.atEnd());
        ResultKind kind = method == null ? null : kind(method, false);
        if (method == null || kind == null || kind == ResultKind.NONE || kind == ResultKind.FILTER) {
            return List.of();
        }
        String by = MethodSignature.name(method) + " of task " + entry.name();
        return List.of(GivenTypes.of(TypeRelation.erased(TypeRelation.given(method, kind)), by, true));
    }

    /** The type of each segment that a function takes; null if it takes none. */
    private static @Nullable Type subject(Method method, boolean batch) {
        Type subject = MethodSignature.subject(method);
        if (subject == null || !batch) {
            return subject;
        }
        return TypeRelation.erased(subject) == List.class ? TypeRelation.argument(subject, List.class) : null;
    }

    private static @Nullable ResultKind kind(Method method, boolean batch) {
        try {
            return batch ? ResultKind.ofBatch(method) : ResultKind.of(method);
        } catch (BadFunction reportedWithItsTask) {
            return null;
        }
    }

    /** Whether the job goes on when the function of a task fails. */
    private boolean handles(CatalogEntry entry) {
        return entry.errors().action() != ErrorPolicy.Action.KILL
                || ways.conditions(entry.name()).stream()
                        .anyMatch(index -> job.flowConditions().get(index).onException());
    }

    /** Keys are computed by those who send, and by their error policy it goes when that fails. */
    private void checkKey(CatalogEntry entry, List<GivenTypes> given) {
        Part part = Part.task(entry.name()).at("groupBy");
        boolean handled = job.before(entry.name()).stream()
                .map(entries::get)
                .anyMatch(sender -> sender == null || sender.errors().action() != ErrorPolicy.Action.KILL);
        Call key = entry.grouping().function();
        if (key != null) {
            compare(taker(part, key, handled), given);
        }
        for (String field : entry.grouping().keys()) {
            if (!handled
                    && isFault(
                            given,
                            given.stream().filter(each -> lacks(each, field)).toList())) {
                faults.add(new Fault(
                        part,
                        "groups by field " + field + ", but " + given.get(0).sentence() + ", which has no such field",
                        "group by a function, or correct the name"));
            }
        }
    }

    private void checkEventTime(CatalogEntry entry, List<GivenTypes> given) {
        Call time = entry.eventTime();
        if (time != null) {
            boolean handled = entry.errors().action() != ErrorPolicy.Action.KILL;
            compare(taker(Part.task(entry.name()).at("eventTime"), time, handled), given);
        }
    }

    private static boolean lacks(GivenTypes given, String field) {
        return given.isKnown()
                && given.types().stream().allMatch(type -> {
                    RecordComponent[] components = type.getRecordComponents();
                    if (components != null) {
                        return Arrays.stream(components)
                                .noneMatch(component -> component.getName().equals(field));
                    }
                    return given.exact() && !type.isAssignableFrom(Map.class) && !Map.class.isAssignableFrom(type)
                            || TypeRelation.isNeverTaken(type, Map.class)
                                    && TypeRelation.isNeverTaken(type, Record.class);
                });
    }

    private void checkOutput(CatalogEntry entry, List<GivenTypes> results) {
        Call plugin = entry.plugin();
        Method method = plugin == null || !plugin.isMethod() || entry.task().input() ? null : usable(plugin);
        if (plugin != null && method != null && !Output.class.isAssignableFrom(method.getReturnType())) {
            boolean handled = entry.errors().action() != ErrorPolicy.Action.KILL;
            compare(taker(Part.task(entry.name()).at("output"), plugin, handled), results);
        }
    }

    /**
     * Predicates are asked in order of what came out, those for exceptions of what went in; methods of more know both.
     */
    private void checkConditions(CatalogEntry entry, List<GivenTypes> given, List<GivenTypes> results) {
        boolean handled = entry.errors().action() != ErrorPolicy.Action.KILL;
        boolean asked = true;
        for (int index : ways.conditions(entry.name())) {
            FlowCondition condition = job.flowConditions().get(index);
            Part part = Part.of("flowConditions").item(index);
            List<GivenTypes> about = condition.onException() ? uncertain(given) : asked ? results : uncertain(results);
            var predicates = new ArrayList<Call>();
            collect(condition.when(), predicates);
            for (Call predicate : predicates) {
                compare(taker(part.at("when"), predicate, handled), about);
                about = uncertain(about);
            }
            if (condition.transform() != null) {
                compare(taker(part.at("transform"), condition.transform(), handled), about);
            }
            asked &= condition.onException() || !condition.shortCircuit();
        }
    }

    private static List<GivenTypes> uncertain(List<GivenTypes> given) {
        return given.stream().map(GivenTypes::uncertain).toList();
    }

    /** In the order in which they are asked; the first one always is. */
    private static void collect(Condition condition, List<Call> predicates) {
        if (condition instanceof Condition.Test test) {
            predicates.add(test.predicate());
        } else if (condition instanceof Condition.Not not) {
            collect(not.condition(), predicates);
        } else if (condition instanceof Condition.And and) {
            and.all().forEach(each -> collect(each, predicates));
        } else if (condition instanceof Condition.Or or) {
            or.any().forEach(each -> collect(each, predicates));
        }
    }

    /**
     * A method about single segments; null if it is about something else, or cannot be found, which is said elsewhere.
     */
    private @Nullable Taker taker(Part part, Call call, boolean handled) {
        Method method = usable(call);
        Type subject = method == null ? null : MethodSignature.subject(method);
        if (method == null || subject == null) {
            return null;
        }
        Class<?> type = TypeRelation.erased(subject);
        boolean isOfSegments = type != Passage.class && !Throwable.class.isAssignableFrom(type);
        return isOfSegments ? new Taker(part, MethodSignature.name(method), type, handled) : null;
    }

    private @Nullable Method usable(Call call) {
        try {
            return functions.named(call.name());
        } catch (BadFunction reportedWithItsTask) {
            return null;
        }
    }

    private static boolean isFault(List<GivenTypes> given, List<GivenTypes> never) {
        return never.size() == given.size() && never.stream().anyMatch(GivenTypes::certain);
    }

    private void compare(@Nullable Taker taker, List<GivenTypes> given) {
        if (taker == null) {
            return;
        }
        List<GivenTypes> never =
                given.stream().filter(each -> each.isNeverTaken(taker.type())).toList();
        if (!taker.handled() && isFault(given, never)) {
            GivenTypes first =
                    never.stream().filter(GivenTypes::certain).findFirst().orElseThrow();
            faults.add(new Fault(
                    taker.part(),
                    words(taker, first) + ", and nothing is both",
                    "let one of them declare what the other does, or put a function between them"));
            return;
        }
        for (GivenTypes each : given) {
            if (never.contains(each)) {
                notes.add(taker.part() + ": " + words(taker, each) + ", and nothing is both; whatever comes from there"
                        + " fails");
            } else if (each.isNarrowed(taker.type())) {
                notes.add(taker.part() + ": " + words(taker, each) + "; a segment that is no "
                        + taker.type().getTypeName() + " fails");
            }
        }
    }

    private static String words(Taker taker, GivenTypes given) {
        return taker.name() + " takes a " + taker.type().getTypeName() + ", but " + given.sentence();
    }

    private void send(CatalogEntry entry, List<GivenTypes> results) {
        ways.ways(entry).forEach((target, way) -> {
            if (way != FlowPaths.Way.NEVER) {
                add(target, way == FlowPaths.Way.ALWAYS ? results : uncertain(results));
            }
        });
        for (int index : ways.conditions(entry.name())) {
            FlowCondition condition = job.flowConditions().get(index);
            Call transform = condition.transform();
            if (condition.onException() && transform != null) {
                boolean all = condition.to().extent() == Targets.Extent.ALL;
                GivenTypes made = made(transform, Part.of("flowConditions").item(index));
                (all ? job.behind(entry.name()) : condition.to().tasks()).forEach(to -> add(to, List.of(made)));
            }
        }
        TaskName deadLetters = entry.errors().deadLetters();
        if (deadLetters != null) {
            String by = "task " + entry.name() + " with its dead letters";
            add(deadLetters, List.of(new GivenTypes(List.of(Map.class), by, false, true)));
        }
    }

    private GivenTypes made(Call transform, Part part) {
        Method method = usable(transform);
        return method == null
                ? GivenTypes.unknown(false)
                : GivenTypes.of(
                        TypeRelation.erased(method.getGenericReturnType()),
                        MethodSignature.name(method) + " of " + part,
                        false);
    }

    private void add(TaskName target, List<GivenTypes> given) {
        List<GivenTypes> all = arrived.computeIfAbsent(target, task -> new ArrayList<>());
        for (GivenTypes each : given) {
            if (all.size() >= MOST_GIVEN) {
                all.set(0, GivenTypes.unknown(true));
            } else if (all.stream().noneMatch(other -> isAlike(each, other))) {
                all.add(each);
            }
        }
    }

    private static boolean isAlike(GivenTypes one, GivenTypes other) {
        return one.types().equals(other.types()) && one.certain() == other.certain() && one.exact() == other.exact();
    }
}
