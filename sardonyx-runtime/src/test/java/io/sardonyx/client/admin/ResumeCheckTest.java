package io.sardonyx.client.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Call;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.state.Entries;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import io.sardonyx.state.Was;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateDescription;
import io.sardonyx.table.StateKind;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a job takes over from a checkpoint is told state by state, and all that is wrong at once. */
public class ResumeCheckTest {

    private static final String HERE = ResumeCheckTest.class.getName();
    private static final TaskName CHECK = TaskName.of("check");

    public enum Level {
        NONE,
        LOW
    }

    public record Card(String number, int year) {}

    public record Spent(@Was("cents") long amount, Optional<String> note, Level level) {}

    public static Card card(Spent spent) {
        return new Card("c", 1);
    }

    public static String text(Spent spent) {
        return "c";
    }

    public static long number(Spent spent) {
        return spent.amount();
    }

    public static void check(Spent segment, @State("spent") Value<Spent> spent, @State("total") LongTotal total) {}

    public static void byLevel(Spent segment, @State("spent") Entries<Spent, Long> spent) {}

    public static void plain(Spent segment) {}

    private static Job job(String function, String key, Job.Resuming resume) {
        return Job.named("new")
                .checkpoint(Duration.ofSeconds(1))
                .input("read", Inputs.lines("in"))
                .task(
                        "check",
                        task -> task.function(named(function))
                                .groupBy(named(key))
                                .peers(1))
                .output("write", Outputs.discard())
                .path("read", "check", "write")
                .resume(resume)
                .build();
    }

    private static Call named(String method) {
        return Call.to(method.contains("::") ? method : HERE + "::" + method);
    }

    private static Job job(Job.Resuming resume) {
        return job("check", "card", resume);
    }

    private static StateDescription value(String name) {
        return new StateDescription(name, StateKind.VALUE, KeyType.OBJECT);
    }

    private static StateDescription total(String name) {
        return new StateDescription(name, StateKind.LONG_TOTAL, KeyType.OBJECT);
    }

    private static String shape(Class<?> type, String shape) {
        return type.getName() + " " + shape;
    }

    private static List<String> shapes(String spent, String card) {
        return List.of(shape(Card.class, card), shape(Level.class, "enum(LOW)"), shape(Spent.class, spent));
    }

    private static final List<String> BEFORE = shapes(
            "record(cents:int,gone:java.lang.String,level:" + Level.class.getName() + ")",
            "record(number:java.lang.String,year:int)");

    private static StoredTask stored(List<String> shapes, StateDescription... states) {
        return new StoredTask(new LinkedHashSet<>(List.of(states)), Set.of(shapes));
    }

    private static ResumePlan plan(Job job, String task, StoredTask stored) {
        var tasks = new TreeMap<TaskName, StoredTask>();
        tasks.put(TaskName.of(task), stored);
        return plan(job, job, tasks);
    }

    private static ResumePlan plan(Job before, Job job, TreeMap<TaskName, StoredTask> tasks) {
        return plan(before, job, tasks, Set.of());
    }

    private static ResumePlan plan(
            Job before, Job job, TreeMap<TaskName, StoredTask> tasks, Set<TaskName> uncommitted) {
        return ResumeCheck.plan(
                new ResumeCheck.Origin("checkpoint 7 of job old", before, tasks, uncommitted),
                job,
                FunctionLoader.onClassPath());
    }

    private static List<String> sentences(ResumePlan plan) {
        return plan.states().stream().map(StateChange::sentence).toList();
    }

    private static List<String> faults(ResumePlan plan) {
        return plan.faults().stream().map(Fault::toString).toList();
    }

    @Test
    void whatHasChangedIsToldComponentByComponent() {
        ResumePlan plan = plan(job(Job.Resuming.NONE), "check", stored(BEFORE, value("spent"), total("total")));
        assertThat(faults(plan)).isEmpty();
        assertThat(sentences(plan))
                .containsExactly(
                        "state check/spent is taken over: " + Level.class.getName() + ": constant NONE is added; "
                                + Spent.class.getName() + ": component cents is renamed to amount, component amount is"
                                + " widened from int to long, component gone is removed, component note is added",
                        "state check/total is taken over as it is");
    }

    @Test
    void statesAreFoundUnderTheOldNameOfTheirTask() {
        StoredTask old = stored(BEFORE, value("spent"), total("total"));
        assertThat(sentences(plan(job(Job.Resuming.NONE.task("check", "lookup")), "lookup", old)))
                .hasSize(2)
                .last()
                .isEqualTo("state check/total is taken over from lookup/total as it is");
        assertThat(faults(plan(job(Job.Resuming.NONE.task("check", "lokup")), "lookup", old)))
                .hasSize(5)
                .first()
                .isEqualTo("resume.tasks.check: checkpoint 7 of job old has no task lokup with state; did you mean"
                        + " lookup?; the tasks with state are [lookup]");
    }

    @Test
    void whatIsLeftOverOnEitherSideIsAFaultWithItsRemedy() {
        ResumePlan plan = plan(job(Job.Resuming.NONE), "check", stored(BEFORE, value("spent"), value("other")));
        assertThat(faults(plan))
                .containsExactly(
                        "task check, fn: takes state total, which checkpoint 7 of job old does not have; let it begin"
                                + " empty: resume: {fresh: [\"check/total\"]}, or say which task had it: resume:"
                                + " {tasks: {check: …}}",
                        "resume: state check/other of checkpoint 7 of job old is taken over by no task; give it up:"
                                + " resume: {dropped: [\"check/other\"]}, or say which task takes it: resume: {tasks:"
                                + " {…: check}}");
        assertThat(sentences(plan))
                .containsSequence("state check/total is refused: checkpoint 7 of job old does not have it")
                .endsWith("state check/other is refused: no task takes it over");
        Job.Resuming said = Job.Resuming.NONE.fresh("check/total").dropped("check/other");
        ResumePlan fine = plan(job(said), "check", stored(BEFORE, value("spent"), value("other")));
        assertThat(faults(fine)).isEmpty();
        assertThat(sentences(fine)).contains("state check/total begins empty").endsWith("state check/other is dropped");
    }

    @Test
    void stateThatIsDroppedIsNotTakenUnlessItBeginsAnew() {
        StoredTask old = stored(BEFORE, value("spent"), total("total"));
        assertThat(faults(plan(job(Job.Resuming.NONE.dropped("check/spent")), "check", old)))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("task check, fn: takes state spent, which checkpoint 7 of job old does not have");
        ResumePlan anew = plan(job(Job.Resuming.NONE.fresh("check").dropped("check")), "check", old);
        assertThat(faults(anew)).isEmpty();
        assertThat(sentences(anew))
                .containsExactly(
                        "state check/spent begins empty",
                        "state check/total begins empty",
                        "state check/spent is dropped",
                        "state check/total is dropped");
    }

    @Test
    void namesThatMeanNothingAreFaults() {
        Job.Resuming resume = Job.Resuming.NONE.fresh("check", "check/spend").dropped("check", "chek/spent");
        assertThat(faults(plan(job(resume), "check", stored(BEFORE, value("spent"), total("total")))))
                .containsExactly(
                        "resume.dropped[1]: checkpoint 7 of job old has no state \"chek/spent\"; did you mean"
                                + " check/spent?; leave it out, or name a task or task/state of it",
                        "resume.fresh[1]: task check has no such state; did you mean spent?; leave it out");
        ResumePlan stateless = plan(job("plain", "card", Job.Resuming.NONE.fresh("check")), "other", stored(BEFORE));
        assertThat(faults(stateless)).containsExactly("resume.fresh[0]: task check has no state; leave it out");
    }

    private static List<String> refused(Job job, StoredTask stored) {
        return plan(job, "check", stored).faults().stream().map(Fault::what).toList();
    }

    @Test
    void stateThatCannotBeReadIsRefused() {
        Job job = job(Job.Resuming.NONE);
        String start = "state spent cannot be taken over from checkpoint 7 of job old: ";
        String card = "record(number:java.lang.String,year:int)";
        assertThat(refused(job, stored(BEFORE, total("spent"), total("total"))))
                .containsExactly(start + "it was of kind long-total and is of kind value");
        assertThat(refused(
                        job, stored(shapes("record(amount:java.lang.String)", card), value("spent"), total("total"))))
                .containsExactly(start + Spent.class.getName()
                        + ": its component amount was a java.lang.String and is a long; give it another name, or the"
                        + " type it had");
        List<String> others = List.of(shape(Card.class, card), "com.acme.Other record(amount:long)");
        assertThat(refused(job, stored(others, value("spent"), total("total"))))
                .containsExactly(start + "it is of class " + Spent.class.getName()
                        + ", of which nothing is stored; a class in state keeps its name");
        List<String> gone = shapes("record(amount:long,other:com.acme.Other)", card);
        var all = new java.util.ArrayList<>(gone);
        all.add("com.acme.Other record(amount:long)");
        assertThat(refused(job, stored(all, value("spent"), total("total"))))
                .containsExactly(start + "com.acme.Other: the job has no such class any more");
    }

    @Test
    void keysMayNotChange() {
        String spent = "record(amount:long)";
        List<String> longer = shapes(spent, "record(number:java.lang.String)");
        assertThat(refused(job(Job.Resuming.NONE), stored(longer, value("spent"), total("total"))))
                .hasSize(2)
                .allMatch(what -> what.endsWith(Card.class.getName()
                        + ": component year is added, but it is that of a key, and keys must stay as they are"));
        Job numbers = job("check", "number", Job.Resuming.NONE);
        assertThat(refused(numbers, stored(BEFORE, value("spent"), total("total"))))
                .hasSize(2)
                .allMatch(what -> what.endsWith("its keys change: they were of type object and are of type long"));
        var tasks = new TreeMap<TaskName, StoredTask>();
        tasks.put(CHECK, stored(BEFORE, value("spent"), total("total")));
        Job texts = job("check", "text", Job.Resuming.NONE);
        assertThat(plan(texts, job(Job.Resuming.NONE), tasks).faults())
                .hasSize(2)
                .allMatch(fault -> fault.what()
                        .endsWith("they were of type java.lang.String and are of type " + Card.class.getName()));
        Job ungrouped = Job.named("old")
                .checkpoint(Duration.ofSeconds(1))
                .input("read", Inputs.lines("in"))
                .task("check", task -> task.function(named("check")).peers(1))
                .output("write", Outputs.discard())
                .path("read", "check", "write")
                .build();
        assertThat(plan(ungrouped, job(Job.Resuming.NONE), tasks).faults())
                .hasSize(2)
                .allMatch(
                        fault -> fault.what().endsWith("its keys change: segments were not grouped, and now they are"));
        Job entries = job("byLevel", "card", Job.Resuming.NONE);
        assertThat(refused(entries, stored(BEFORE, new StateDescription("spent", StateKind.ENTRIES, KeyType.OBJECT))))
                .hasSize(1)
                .allMatch(what -> what.contains(Spent.class.getName() + ": component cents is renamed")
                        && what.endsWith("keys must stay as they are"));
    }

    private static Job writing(String output, Call plugin, Job.Resuming resume) {
        return Job.named("job")
                .checkpoint(Duration.ofSeconds(1))
                .input("read", Inputs.lines("in"))
                .output(output, plugin)
                .path("read", output)
                .resume(resume)
                .build();
    }

    @Test
    void resultsThatNobodyWouldCommitAreRefusedUnlessTheyAreGivenUp() {
        Call rows = Call.to("rows").with("table", "a").with("at", 7);
        Job old = writing("write", rows, Job.Resuming.NONE);
        String results = "checkpoint 7 of job old counts results of output write as written that may not be committed"
                + " yet, and ";
        String remedy = "; resume that job as it was, and replace it then; or give these results up: resume: {dropped:"
                + " [\"write\"]}";
        Job renamed = writing("out", rows, Job.Resuming.NONE);
        Job moved = writing("write", rows.with("table", "b"), Job.Resuming.NONE);
        Set<TaskName> uncommitted = Set.of(TaskName.of("write"));
        var none = new TreeMap<TaskName, StoredTask>();
        assertThat(faults(plan(old, renamed, none, uncommitted)))
                .containsExactly("resume: " + results + "this job has no such output" + remedy);
        assertThat(faults(plan(old, moved, none, uncommitted)))
                .containsExactly("task write, output: " + results + "it is declared otherwise now" + remedy);
        assertThat(faults(plan(old, old, none, uncommitted))).isEmpty();
        assertThat(faults(plan(old, renamed, none, Set.of())))
                .as("all is committed")
                .isEmpty();
        Job.Resuming given = Job.Resuming.NONE.dropped("write");
        assertThat(faults(plan(old, writing("out", rows, given), none, uncommitted)))
                .isEmpty();
        assertThat(faults(plan(old, writing("out", rows, given), none, Set.of())))
                .as("said though nothing is left to commit")
                .isEmpty();
    }

    @Test
    void whereClassesAreNotKnownThePeersCheck() {
        Job job = job(
                "com.acme.Gone::check",
                "card",
                Job.Resuming.NONE.task("check", "lookup").dropped("lookup/total"));
        ResumePlan plan = plan(job, "lookup", stored(BEFORE, value("spent"), total("total")));
        assertThat(faults(plan)).isEmpty();
        assertThat(sentences(plan))
                .containsExactly(
                        "state check/spent is taken over from lookup/spent if the peers can read it; they check it when"
                                + " they load it, since here it is not known: there is no class com.acme.Gone",
                        "state lookup/total is dropped");
        assertThat(plan.unchecked()).hasSize(1);
    }
}
