package io.sardonyx.client.admin;

import io.sardonyx.client.admin.StateChange.Kind;
import io.sardonyx.function.BadFunction;
import io.sardonyx.function.DeclaredState;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.StateArgument;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.table.StateDescription;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Check of what a job takes over from a checkpoint of another one: state that is left over on either side or cannot be
 * read as the classes of now, and results that nobody would commit, all at once. It needs no classes of the other job;
 * where those of the new job are not known, the peers check.
 */
final class ResumeCheck {

    private static final Part RESUME = Part.of("resume");

    /**
     * What is taken over.
     *
     * @param name of the checkpoint, for people
     * @param job whose checkpoint it is
     * @param tasks those that have state in it
     * @param uncommitted outputs that may not have committed yet what they have prepared for it
     */
    record Origin(String name, Job job, SortedMap<TaskName, StoredTask> tasks, Set<TaskName> uncommitted) {

        /** What it says of a task; null if it has no such task. */
        @Nullable
        CatalogEntry entry(TaskName task) {
            return ResumeCheck.entry(job, task);
        }

        /** What can be dropped: states by task or {@code task/state}, and outputs, whatever is left to commit. */
        private Set<String> names() {
            var names = new LinkedHashSet<String>();
            tasks.forEach((task, stored) -> {
                names.add(task.text());
                stored.states().forEach(state -> names.add(task + "/" + state.name()));
            });
            job.catalog().stream()
                    .filter(entry -> entry.task().output())
                    .forEach(entry -> names.add(entry.name().text()));
            return names;
        }
    }

    private final Origin origin;
    private final Job job;
    private final Job.Resuming resume;
    private final FunctionLoader functions;
    private final StateComparison comparison;
    private final List<StateChange> changes = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    /* States of the checkpoint that a task takes, as task/state. */
    private final Set<String> taken = new LinkedHashSet<>();

    private ResumeCheck(Origin origin, Job job, FunctionLoader functions) {
        this.origin = origin;
        this.job = job;
        this.resume = job.resume();
        this.functions = functions;
        this.comparison = new StateComparison(job, functions);
    }

    /** What the job takes over, and what is wrong with that. */
    static ResumePlan plan(Origin origin, Job job, FunctionLoader functions) {
        var check = new ResumeCheck(origin, job, functions);
        check.checkNames();
        job.catalog().forEach(check::take);
        origin.tasks.forEach(check::checkRest);
        origin.uncommitted.forEach(check::checkOutput);
        return new ResumePlan(check.changes, check.faults);
    }

    /** What is said of the other job has to be there. */
    private void checkNames() {
        for (Map.Entry<TaskName, TaskName> each : resume.tasks().entrySet()) {
            if (!origin.tasks.containsKey(each.getValue())) {
                List<String> known =
                        origin.tasks.keySet().stream().map(TaskName::text).toList();
                add(
                        RESUME.at("tasks").at(each.getKey().text()),
                        origin.name + " has no task " + each.getValue() + " with state"
                                + Spelling.didYouMean(each.getValue().text(), known),
                        "the tasks with state are " + known);
            }
        }
        Set<String> names = origin.names();
        for (int i = 0; i < resume.dropped().size(); i++) {
            String dropped = resume.dropped().get(i);
            if (!names.contains(dropped)) {
                add(
                        RESUME.at("dropped").item(i),
                        origin.name + " has no state \"" + dropped + "\"" + Spelling.didYouMean(dropped, names),
                        "leave it out, or name a task or task/state of it");
            }
        }
    }

    private void take(CatalogEntry entry) {
        TaskName from = resume.origin(entry.name());
        StoredTask stored = from == null ? null : origin.tasks.get(from);
        DeclaredState declared;
        try {
            declared = DeclaredState.of(entry, functions);
        } catch (BadFunction unknown) {
            if (from != null && stored != null) {
                takeUnknown(entry.name(), from, stored, unknown);
            }
            return;
        }
        checkFresh(entry.name(), declared);
        for (StateArgument argument : declared.states()) {
            if (resume.isFresh(entry.name(), argument.name())) {
                changes.add(new StateChange(entry.name(), argument.name(), Kind.FRESH, null, List.of()));
                continue;
            }
            StateDescription state = from == null || stored == null ? null : state(from, stored, argument.name());
            if (from == null || stored == null || state == null) {
                refuseMissing(entry.name(), argument.name());
            } else {
                taken.add(from + "/" + state.name());
                var there = new StateComparison.Stored(from, stored, state, origin.entry(from));
                compare(entry, declared, argument, there);
            }
        }
    }

    private @Nullable StateDescription state(TaskName from, StoredTask stored, String name) {
        return stored.states().stream()
                .filter(state -> state.name().equals(name) && !resume.isDropped(from, name))
                .findFirst()
                .orElse(null);
    }

    private void compare(
            CatalogEntry entry, DeclaredState declared, StateArgument argument, StateComparison.Stored there) {
        TaskName other = there.task().equals(entry.name()) ? null : there.task();
        List<String> refusals = comparison.refusals(entry, declared, argument, there);
        if (refusals.isEmpty()) {
            changes.add(new StateChange(
                    entry.name(), argument.name(), Kind.TAKEN_OVER, other, comparison.changes(argument, there)));
            return;
        }
        changes.add(new StateChange(entry.name(), argument.name(), Kind.REFUSED, other, refusals));
        String name = "\"" + entry.name() + "/" + argument.name() + "\"";
        add(
                Part.task(entry.name()).at("fn"),
                "state " + argument.name() + " cannot be taken over from " + origin.name + ": "
                        + String.join("; ", refusals),
                "change it back, or begin without it: resume: {fresh: [" + name + "], dropped: [\"" + there.task() + "/"
                        + argument.name() + "\"]}");
    }

    private void takeUnknown(TaskName task, TaskName from, StoredTask stored, BadFunction unknown) {
        for (StateDescription state : stored.states()) {
            if (!resume.isDropped(from, state.name()) && !resume.isFresh(task, state.name())) {
                taken.add(from + "/" + state.name());
                changes.add(new StateChange(
                        task, state.name(), Kind.UNCHECKED, from.equals(task) ? null : from, List.of(unknown.what())));
            }
        }
    }

    /** What is said to begin empty has to be a state of the task. */
    private void checkFresh(TaskName task, DeclaredState declared) {
        List<String> states =
                declared.states().stream().map(StateArgument::name).toList();
        for (int i = 0; i < resume.fresh().size(); i++) {
            String fresh = resume.fresh().get(i);
            boolean nothing = fresh.equals(task.text()) && states.isEmpty();
            boolean misspelt = fresh.startsWith(task + "/")
                    && !states.contains(fresh.substring(task.text().length() + 1));
            if (nothing || misspelt) {
                add(
                        RESUME.at("fresh").item(i),
                        "task " + task + " has "
                                + (states.isEmpty()
                                        ? "no state"
                                        : "no such state"
                                                + Spelling.didYouMean(
                                                        fresh.substring(
                                                                task.text().length() + 1),
                                                        states)),
                        "leave it out");
            }
        }
    }

    private void refuseMissing(TaskName task, String state) {
        changes.add(new StateChange(task, state, Kind.REFUSED, null, List.of(origin.name + " does not have it")));
        add(
                Part.task(task).at("fn"),
                "takes state " + state + ", which " + origin.name + " does not have",
                "let it begin empty: resume: {fresh: [\"" + task + "/" + state
                        + "\"]}, or say which task had it: resume: {tasks: {" + task + ": …}}");
    }

    /** What no task takes has to be dropped by name. */
    private void checkRest(TaskName task, StoredTask stored) {
        for (StateDescription state : stored.states()) {
            String name = task + "/" + state.name();
            if (resume.isDropped(task, state.name())) {
                changes.add(new StateChange(task, state.name(), Kind.DROPPED, null, List.of()));
            } else if (!taken.contains(name)) {
                changes.add(new StateChange(task, state.name(), Kind.REFUSED, null, List.of("no task takes it over")));
                add(
                        RESUME,
                        "state " + name + " of " + origin.name + " is taken over by no task",
                        "give it up: resume: {dropped: [\"" + name
                                + "\"]}, or say which task takes it: resume: {tasks: " + "{…: " + task + "}}");
            }
        }
    }

    /**
     * What an output has prepared is committed by the task of the same name, which finds it where it writes itself.
     * Nobody else would, and the inputs go on behind it.
     */
    private void checkOutput(TaskName output) {
        CatalogEntry before = origin.entry(output);
        CatalogEntry now = entry(job, output);
        boolean isThere = now != null && now.task().output();
        boolean isSame = now != null && isThere && before != null && Objects.equals(before.plugin(), now.plugin());
        if (!isSame && !resume.dropped().contains(output.text())) {
            add(
                    isThere ? Part.task(output).at("output") : RESUME,
                    origin.name + " counts results of output " + output + " as written that may not be committed yet, "
                            + (isThere ? "and it is declared otherwise now" : "and this job has no such output"),
                    "resume that job as it was, and replace it then; or give these results up: resume: {dropped: [\""
                            + output + "\"]}");
        }
    }

    private static @Nullable CatalogEntry entry(Job job, TaskName task) {
        return job.catalog().stream()
                .filter(entry -> entry.name().equals(task))
                .findFirst()
                .orElse(null);
    }

    private void add(Part part, String what, String remedy) {
        faults.add(new Fault(part, what, remedy));
    }
}
