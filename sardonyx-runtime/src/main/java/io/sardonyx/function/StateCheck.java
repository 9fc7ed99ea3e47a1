package io.sardonyx.function;

import io.sardonyx.function.type.TypeRelation;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.value.text.Spelling;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at the state that the functions of a job take, before it runs: what does not go together with it. */
final class StateCheck {

    private static final String SCALAR_KEYS =
            "let the key be a text, a number, or a record or a list of such; an array is equal to no copy of itself";

    private final Job job;
    private final FunctionLoader functions;
    private final List<Fault> faults = new ArrayList<>();

    private StateCheck(Job job, FunctionLoader functions) {
        this.job = job;
        this.functions = functions;
    }

    /** Everything that is wrong with the state of a job; methods that cannot be used are passed over. */
    static List<Fault> faults(Job job, FunctionLoader functions) {
        var check = new StateCheck(job, functions);
        job.catalog().forEach(check::check);
        return check.faults;
    }

    private void check(CatalogEntry entry) {
        Part task = Part.task(entry.name());
        var states = new LinkedHashMap<String, StateArgument>();
        collect(task.at("fn"), entry.batch() ? null : entry.function(), states);
        collect(task.at("atEnd"), entry.atEnd(), states);
        if (entry.combine()) {
            checkCombined(task.at("combine"), entry);
        }
        checkTtls(task.at("state"), entry, states.keySet());
        if (states.isEmpty()) {
            if (entry.atEnd() != null) {
                add(
                        task.at("atEnd"),
                        "gives segments for each key of the task's state, but the task has none",
                        "let its function take state: @State(\"name\") LongTotal, for one");
            }
            return;
        }
        String kept = "keeps state " + String.join(", ", states.keySet());
        if (job.checkpoint() == null) {
            add(task.at("fn"), kept + ", but the job has no checkpoints", "say how often: checkpoint: {every: PT5S}");
        }
        if (entry.grouping().isNone() && entry.task().bounds().max() != 1) {
            add(
                    task.at("fn"),
                    kept + ", but its segments are not grouped, and it may have several peers",
                    "group them (groupBy), or let one peer have them all (peers: 1)");
        }
        checkKey(entry, task);
    }

    private void collect(Part part, @Nullable Call call, Map<String, StateArgument> states) {
        Method method = call == null ? null : usable(call);
        if (method == null) {
            return;
        }
        List<StateArgument> arguments;
        try {
            arguments = MethodSignature.about(method).states();
        } catch (BadFunction reportedWithItsTask) {
            return;
        }
        for (StateArgument argument : arguments) {
            StateArgument other = states.putIfAbsent(argument.name(), argument);
            if (other != null && !other.equals(argument)) {
                add(
                        part,
                        "takes state " + argument.name() + " as a "
                                + argument.type().getTypeName() + ", but it is also a "
                                + other.type().getTypeName(),
                        "name one of them differently");
            }
            argument.stored().forEach(type -> checkStored(part, argument, type));
            argument.keys().forEach(type -> checkEntryKey(part, argument, type));
        }
    }

    private void checkTtls(Part part, CatalogEntry entry, Set<String> states) {
        for (String name : entry.ttls().keySet()) {
            if (!states.contains(name)) {
                add(
                        part.at(name),
                        "has a time to live, but the functions of the task take "
                                + (states.isEmpty() ? "no state" : "only " + String.join(", ", states))
                                + Spelling.didYouMean(name, states),
                        "name a state that they take: @State(\"" + name + "\"), or leave it out");
            }
        }
    }

    /** Tasks before it call a function whose totals are combined, so it may only add to totals. */
    private void checkCombined(Part part, CatalogEntry entry) {
        Call call = entry.batch() ? null : entry.function();
        Method method = call == null ? null : usable(call);
        if (method == null || call == null) {
            if (entry.batch() || call == null) {
                add(part, "has totals combined, but no function of one segment that adds to them", "leave it out");
            }
            return;
        }
        MethodSignature signature;
        try {
            signature = MethodSignature.about(method);
        } catch (BadFunction reportedWithItsTask) {
            return;
        }
        String name = signature.name();
        if (signature.states().isEmpty() || !signature.states().stream().allMatch(StateArgument::isTotal)) {
            add(
                    part,
                    "has totals combined, but " + name + " takes "
                            + (signature.states().isEmpty() ? "no state" : "state that is no total"),
                    "let it take LongTotal, DoubleTotal or Total only, or leave it out");
        }
        if (method.getReturnType() != void.class) {
            add(
                    part,
                    "has totals combined, but " + name + " gives segments for each one that it takes",
                    "let it give nothing (void), and what it has to give atEnd; or leave it out");
        }
        if (signature.takesContext() || !BoundFunction.givenAll(signature, call)) {
            add(
                    part,
                    "has totals combined by other tasks, but " + name + " takes the context or a resource of its own",
                    "give it parameters in the job, or leave it out");
        }
    }

    private void checkStored(Part part, StateArgument argument, Type type) {
        Class<?> stored = TypeRelation.erased(type);
        if (!StoredTypes.isStorable(stored)) {
            add(
                    part,
                    "keeps a " + stored.getTypeName() + " in state " + argument.name() + ", which cannot be stored",
                    "keep records, enums, texts, numbers, times, or lists, sets and maps of such");
        }
    }

    private void checkEntryKey(Part part, StateArgument argument, Type type) {
        String array = KeyTypes.array(type);
        if (array != null) {
            add(
                    part,
                    "keeps entries in state " + argument.name() + " by " + contents(type, array)
                            + ", by which none is found again",
                    SCALAR_KEYS);
        }
    }

    /** A key whose equality is not that of its content would be lost in a table. */
    private void checkKey(CatalogEntry entry, Part task) {
        Call key = entry.grouping().function();
        Method method = key == null ? null : usable(key);
        if (method == null) {
            checkFields(entry, task);
            return;
        }
        Class<?> type = method.getReturnType();
        checkKeyType(task, "has keys of type ", method.getGenericReturnType());
        Method atEnd = entry.atEnd() == null ? null : usable(entry.atEnd());
        Type taken = atEnd == null ? null : MethodSignature.subject(atEnd);
        if (atEnd != null && taken != null && TypeRelation.isNeverTaken(type, TypeRelation.erased(taken))) {
            add(
                    task.at("atEnd"),
                    MethodSignature.name(atEnd) + " takes a " + taken.getTypeName() + ", but keys are "
                            + type.getTypeName() + " by " + MethodSignature.name(method),
                    "let its first argument be the key");
        }
    }

    /** Of a task that groups by fields, as far as it says that it takes records. */
    private void checkFields(CatalogEntry entry, Part task) {
        Call function = entry.batch() ? null : entry.function();
        Method method = function == null ? null : usable(function);
        Type taken = method == null ? null : MethodSignature.subject(method);
        RecordComponent[] components =
                taken == null ? null : TypeRelation.erased(taken).getRecordComponents();
        if (components == null) {
            return;
        }
        for (RecordComponent component : components) {
            if (entry.grouping().keys().contains(component.getName())) {
                checkKeyType(task, "groups by field " + component.getName() + " of type ", component.getGenericType());
            }
        }
    }

    private void checkKeyType(Part task, String what, Type type) {
        String array = KeyTypes.array(type);
        if (array != null || !StoredTypes.isStorable(TypeRelation.erased(type))) {
            add(
                    task.at("groupBy"),
                    what + contents(type, array) + ", by which no state can be found again",
                    SCALAR_KEYS);
        }
    }

    private static String contents(Type type, @Nullable String array) {
        String name = type.getTypeName();
        return array == null || array.equals(name) ? name : name + ", which contains a " + array;
    }

    private @Nullable Method usable(Call function) {
        try {
            return functions.named(function.name());
        } catch (BadFunction reportedWithItsTask) {
            return null;
        }
    }

    private void add(Part part, String what, String remedy) {
        faults.add(new Fault(part, what, remedy));
    }
}
