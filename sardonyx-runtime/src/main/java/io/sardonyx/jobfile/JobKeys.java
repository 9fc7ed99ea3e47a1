package io.sardonyx.jobfile;

import static io.sardonyx.jobfile.KeyShape.FLAG;
import static io.sardonyx.jobfile.KeyShape.PERCENTAGE;
import static io.sardonyx.jobfile.KeyShape.TASK_OR_ALL;
import static io.sardonyx.jobfile.KeyShape.TEXT;
import static io.sardonyx.jobfile.KeyShape.TIME;
import static io.sardonyx.jobfile.KeyShape.list;
import static io.sardonyx.jobfile.KeyShape.whole;
import static io.sardonyx.jobfile.KeyShape.word;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Grouping;
import io.sardonyx.job.Job;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tables of the keys of jobs, tasks, lifecycles and error policies; those of flow conditions are {@link FlowKeys}. */
final class JobKeys {

    private static final int ANY = Integer.MAX_VALUE;

    private static final JobKey<ErrorPolicy, ErrorPolicy.Action> POLICY = word(ErrorPolicy.Action.class)
            .key("policy", "what becomes of a segment that fails")
            .optional("`kill`, or `dead-letter` if it says to whom", ErrorPolicy::action);
    private static final JobKey<ErrorPolicy, TaskName> DEAD_LETTERS = KeyShape.TASK
            .key("to", "the task directly downstream that takes dead letters")
            .optional("–", ErrorPolicy::deadLetters);
    private static final JobKey<ErrorPolicy, Integer> RETRIES = whole(0, ErrorPolicy.MAX_RETRIES)
            .key("retries", "how often it is tried again before")
            .usually(0, ErrorPolicy::retries);
    private static final JobKey<ErrorPolicy, Duration> DELAY = TIME.key(
                    "delay", "after how long for the first time, twice that for the second, and so on")
            .usually(ErrorPolicy.KILL.firstDelay(), ErrorPolicy::firstDelay);

    static final KeyTable<Void, ErrorPolicy> ERRORS = new KeyTable<Void, ErrorPolicy>()
            .with(POLICY)
            .with(DEAD_LETTERS)
            .with(RETRIES)
            .with(DELAY);

    private static final JobKey<LifecycleEntry, Optional<TaskName>> ACCOMPANIED = TASK_OR_ALL
            .key("task", "the task that it accompanies, or `all`")
            .needed(entry -> Optional.ofNullable(entry.task()));
    private static final JobKey<LifecycleEntry, Call> CALLS =
            CallShapes.METHOD.key("calls", "the method that makes it").needed(LifecycleEntry::factory);

    static final KeyTable<Void, LifecycleEntry> LIFECYCLE =
            new KeyTable<Void, LifecycleEntry>().with(ACCOMPANIED).with(CALLS);

    private static final JobKey<Job.Checkpointing, Duration> EVERY = TIME.key(
                    "every", "how long after one checkpoint the next is begun, if anything was read meanwhile")
            .usually(Job.Checkpointing.DEFAULT.every(), Job.Checkpointing::every);
    private static final JobKey<Job.Checkpointing, Integer> KEEP = whole(1, Job.Checkpointing.MOST_KEPT)
            .key("keep", "how many of the latest checkpoints are kept, to go on from")
            .usually(Job.Checkpointing.DEFAULT.keep(), Job.Checkpointing::keep);
    private static final JobKey<Job.Checkpointing, Duration> CHECKPOINT_TIMEOUT = TIME.key(
                    "timeout", "after how long one is given up that is not complete; the job goes on to the next")
            .optional(
                    "`PT10M`, or `every` if that is longer",
                    how -> how.timeout().equals(new Job.Checkpointing(how.every()).timeout()) ? null : how.timeout());

    static final KeyTable<Void, Job.Checkpointing> CHECKPOINT =
            new KeyTable<Void, Job.Checkpointing>().with(EVERY).with(KEEP).with(CHECKPOINT_TIMEOUT);

    private static final KeyShape<Map<TaskName, TaskName>> RENAMED = new KeyShape<>(
            "object",
            it -> TEXT.schema().accept(it.put("type", "object").putObject("additionalProperties")),
            JobKeys::renamed,
            JobKeys::json);

    private static final JobKey<Job.Resuming, Map<TaskName, TaskName>> OLD_TASKS = RENAMED.key(
                    "tasks", "by a task the one of the other job whose states it takes over")
            .optional("tasks of the same name", resume -> resume.tasks().isEmpty() ? null : resume.tasks());
    private static final JobKey<Job.Resuming, List<String>> FRESH = list(TEXT)
            .key("fresh", "tasks, or `task/state`, that begin without state")
            .optional("none", Job.Resuming::fresh);
    private static final JobKey<Job.Resuming, List<String>> DROPPED = list(TEXT)
            .key("dropped", "tasks of the other job, or `task/state`, whose state and uncommitted results are given up")
            .optional("none", Job.Resuming::dropped);

    static final KeyTable<Void, Job.Resuming> RESUME =
            new KeyTable<Void, Job.Resuming>().with(OLD_TASKS).with(FRESH).with(DROPPED);

    private static final JobKey<Duration, Duration> TTL = TIME.key(
                    "ttl", "time to live: a value, total, entry or item that was not written for so long is removed")
            .needed(ttl -> ttl);

    static final KeyTable<Void, Duration> STATE = new KeyTable<Void, Duration>().with(TTL);

    static final JobKey<CatalogEntry, TaskName> TASK_NAME =
            KeyShape.TASK.key("name", "as in the workflow; `all` is reserved").needed(CatalogEntry::name);
    private static final JobKey<CatalogEntry, Integer> MIN = whole(0, ANY)
            .key("min", "how many peers it needs")
            .usually(
                    Bounds.DEFAULT.min(),
                    entry -> isExact(entry) ? null : entry.task().bounds().min());
    private static final JobKey<CatalogEntry, Integer> MAX = KeyShape.PEERS
            .key("max", "how many peers it may have")
            .optional(
                    "any number",
                    entry -> isExact(entry) ? null : limit(entry.task().bounds().max()));
    private static final JobKey<CatalogEntry, Integer> PEERS = whole(1, ANY)
            .key("peers", "exactly so many, instead of both")
            .optional("–", entry -> isExact(entry) ? entry.task().bounds().min() : null);

    static final KeyTable<TaskBuilder, CatalogEntry> TASK = new KeyTable<TaskBuilder, CatalogEntry>()
            .with(TASK_NAME)
            .key("input", CallShapes.PLUGIN, "what reads; for a task that nobody feeds, which must have one")
            .optional("–", entry -> entry.task().input() ? entry.plugin() : null, TaskBuilder::input)
            .key(
                    "identify",
                    FLAG,
                    "whether an input gives each segment with partition and position; see [inputs](connectors.md)")
            .usually(false, CatalogEntry::identify, TaskBuilder::identify)
            .key("output", CallShapes.PLUGIN, "what writes; for a task that feeds nobody")
            .optional(
                    "a leaf needs this or `fn`",
                    entry -> entry.task().input() ? null : entry.plugin(),
                    TaskBuilder::output)
            .key("fn", CallShapes.METHOD, "what is done with each segment")
            .optional("needed between others", CatalogEntry::function, TaskBuilder::function)
            .key("batch", FLAG, "whether the function takes a list and gives one with a result for each")
            .usually(false, CatalogEntry::batch, TaskBuilder::batch)
            .key(
                    "atEnd",
                    CallShapes.METHOD,
                    "what gives segments for each key of its state when all that feeds it has ended")
            .optional("–", CatalogEntry::atEnd, TaskBuilder::atEnd)
            .key(
                    "groupBy",
                    KeyShape.<Grouping>defined("list or method", "grouping", JobKeys::grouping, JobKeys::json),
                    "a list of fields, or `{fn: …}`: segments with the same key meet at the same peer")
            .optional("any peer", entry -> entry.grouping().isNone() ? null : entry.grouping(), TaskBuilder::grouping)
            .key(
                    "combine",
                    FLAG,
                    "whether the tasks before it add up totals by key and send those instead of segments; see"
                            + " [totals](state.md#totals-that-are-added-up-before-they-are-sent)")
            .usually(false, CatalogEntry::combine, TaskBuilder::combine)
            .key(
                    "state",
                    new KeyShape<SortedMap<String, Duration>>(
                            "object",
                            it -> it.put("type", "object")
                                    .putObject("additionalProperties")
                                    .put("$ref", "#/$defs/state"),
                            JobKeys::ttls,
                            JobKeys::json),
                    "by the name of a state `{ttl: PT1H}`: how long what it keeps lives; see [state](state.md)")
            .optional(
                    "what it keeps lives for ever",
                    entry -> entry.ttls().isEmpty() ? null : entry.ttls(),
                    (task, ttls) -> ttls.forEach(task::ttl))
            .key(
                    "eventTime",
                    CallShapes.METHOD,
                    "what says when a segment happened; state then expires by that time; see"
                            + " [state](state.md#time-to-live)")
            .optional("state expires by the time of day", CatalogEntry::eventTime, TaskBuilder::eventTime)
            .with(MIN)
            .with(MAX)
            .with(PEERS)
            .key(
                    "flux",
                    word(Flux.class),
                    "`continue`: keys move with the size; `kill`, `recover`: they stay, losses kill or are replaced")
            .usually(Flux.CONTINUE, entry -> entry.task().flux(), TaskBuilder::flux)
            .key("percentage", PERCENTAGE, "its share of the job's peers, with that scheduler")
            .usually(Percentage.ZERO, entry -> entry.task().percentage(), TaskBuilder::percentage)
            .key("tags", list(TEXT), "what its peers must have")
            .optional(
                    "none",
                    entry -> entry.task().tags().words(),
                    (task, tags) -> task.tags(tags.toArray(String[]::new)))
            .key(
                    "onError",
                    KeyShape.<ErrorPolicy>defined("keyword or object", "errors", JobKeys::errors, JobKeys::json),
                    "`kill`, `skip`, or `{policy: …, to: …, retries: …, delay: …}`")
            .usually(ErrorPolicy.KILL, CatalogEntry::errors, TaskBuilder::onError)
            .key("batchSize", whole(1, ANY), "how many segments travel together at most")
            .usually(Tuning.DEFAULT.batchSize(), of(Tuning::batchSize), tune(Tuning::batchesOf))
            .key("pendingRoots", whole(1, ANY), "how many roots an input may have open")
            .usually(
                    Tuning.DEFAULT.pendingRoots(),
                    of(Tuning::pendingRoots),
                    tune((tuning, most) -> tuning.pending(most, tuning.pendingTimeout())))
            .key(
                    "pendingTimeout",
                    TIME,
                    "timeout of open roots: after such a silence about all of them the oldest is emitted again")
            .usually(
                    Tuning.DEFAULT.pendingTimeout(),
                    of(Tuning::pendingTimeout),
                    tune((tuning, timeout) -> tuning.pending(tuning.pendingRoots(), timeout)))
            .key("attempts", whole(1, ANY), "how many failures make a root poison")
            .usually(Tuning.DEFAULT.attempts(), of(Tuning::attempts), tune(Tuning::poisonAfter))
            .key("roots", word(Tuning.Roots.class), "`batch` or `segment`: what is acknowledged as a whole")
            .usually(Tuning.DEFAULT.roots(), of(Tuning::roots), tune(Tuning::with))
            .key(
                    "partitions",
                    word(Tuning.Partitions.class),
                    "`dealt` or `claimed`: how the peers of an input share its partitions; see [inputs](connectors.md)")
            .usually(Tuning.DEFAULT.partitions(), of(Tuning::partitions), tune(Tuning::sharing))
            .key("blocking", FLAG, "whether it waits for others, so that it needs a thread of its own")
            .usually(Tuning.DEFAULT.blocking(), of(Tuning::blocking), tune(Tuning::blocking))
            .key("turnLimit", TIME, "after how long a call is considered stuck, which kills the job; not if `blocking`")
            .usually(Tuning.DEFAULT.turnLimit(), of(Tuning::turnLimit), tune(Tuning::limitedTo))
            .key("patience", TIME, "for how long its plugin may be unavailable before the task fails")
            .optional("for ever; in `run` `PT10M`", of(Tuning::patience), tune(Tuning::patient));

    static final KeyTable<JobFile, Job> JOB = new KeyTable<JobFile, Job>()
            .with(TEXT.key("id", "identifies it; no other job may ever have it")
                    .optional("the name", job -> job.id().text()))
            .with(TEXT.key("name", "for people; jobs may share it")
                    .optional("the id", job -> job.name().equals(job.id().text()) ? null : job.name()))
            .with(
                    list(KeyShape.defined("edge", "edge", WorkflowReader::edge, WorkflowReader::json))
                            .key(JobFile.WORKFLOW, "pairs of tasks: the first feeds the second; no cycles")
                            .needed(job -> job.workflow().edges()),
                    JobFile::readWorkflow)
            .with(
                    list(KeyShape.defined("task", "task", JobKeys::unread, TASK::write))
                            .key(JobFile.CATALOG, "what each task is, in any order")
                            .needed(Job::catalog),
                    JobFile::readCatalog)
            .with(
                    list(KeyShape.defined("flow condition", "flowCondition", FlowKeys::read, FlowKeys.TABLE::write))
                            .key("flowConditions", "where segments go, when that depends on what they are")
                            .optional("to all tasks downstream", Job::flowConditions),
                    (file, field) -> file.readEach(field, item -> file.job().when(FlowKeys.read(item))))
            .with(
                    list(KeyShape.defined("lifecycle", "lifecycle", JobKeys::lifecycle, LIFECYCLE::write))
                            .key(
                                    "lifecycles",
                                    "what accompanies a task: `task`, or `all`, and the method that it `calls`")
                            .optional("none", Job::lifecycles),
                    (file, field) -> file.readEach(field, item -> file.add(lifecycle(item))))
            .key(
                    "taskScheduler",
                    word(TaskScheduler.class),
                    "`balanced`, `greedy`, `percentage`, `colocated`; see [scheduling](internals/scheduling.md)")
            .usually(
                    TaskScheduler.BALANCED,
                    Job::scheduler,
                    (file, rule) -> file.job().scheduler(rule))
            .key("percentage", PERCENTAGE, "its share of the peers, in a cluster that shares by percentages")
            .usually(
                    Percentage.ZERO,
                    Job::percentage,
                    (file, share) -> file.job().percentage(share))
            .key("saturation", KeyShape.PEERS, "the most peers it may hold")
            .optional(
                    "any number",
                    job -> limit(job.saturation()),
                    (file, peers) -> file.job().saturation(peers))
            .key("delivery", word(Delivery.class), "`direct` from peer to peer, or `queued`")
            .optional(
                    "as the cluster has it",
                    job -> job.delivery() == Delivery.AUTOMATIC ? null : job.delivery(),
                    (file, delivery) -> file.job().delivery(delivery))
            .key("wholeOnly", FLAG, "whether it holds no peer unless all tasks are covered")
            .optional(
                    "only if direct",
                    job -> job.wholeOnly() && job.delivery() != Delivery.DIRECT ? true : null,
                    (file, whole) -> file.job().wholeOnly(whole))
            .key(
                    "checkpoint",
                    KeyShape.<Job.Checkpointing>defined("object", "checkpoint", JobKeys::checkpoint, CHECKPOINT::write),
                    "`{every: PT5S}`: outputs publish each result once; see [checkpoints](checkpoints.md)")
            .optional("none", Job::checkpoint, (file, checkpoint) -> file.job().checkpoint(checkpoint))
            .key(
                    "resume",
                    KeyShape.<Job.Resuming>defined("object", "resume", JobKeys::resume, RESUME::write),
                    "`{tasks: …, fresh: …, dropped: …}`: which state it takes over from the job that it goes on from;"
                            + " see [state](state.md#which-state-a-resumed-job-takes-over)")
            .optional(
                    "all, by task and name",
                    job -> job.resume().equals(Job.Resuming.NONE) ? null : job.resume(),
                    (file, resume) -> file.job().resume(resume))
            .with(
                    CallShapes.TABLE
                            .key("metadata", "whatever its author wants to be known of it")
                            .optional("nothing", job -> job.metadata().isEmpty() ? null : job.metadata()),
                    (file, field) -> field.made(file.job()::metadata, CallShapes.table(field)))
            .key(
                    "resumes",
                    list(TEXT.as(JobId::of, JobId::text)),
                    "the ended jobs that it goes on from; `job resume` writes it")
            .optional(
                    "none",
                    Job::resumes,
                    (file, jobs) -> file.job().resumes(jobs.stream().distinct().toList()));

    private JobKeys() {}

    private static <T> Function<CatalogEntry, @Nullable T> of(Function<Tuning, @Nullable T> get) {
        return entry -> get.apply(entry.tuning());
    }

    private static <T> BiConsumer<TaskBuilder, T> tune(BiFunction<Tuning, T, Tuning> change) {
        return (task, value) -> task.tuned(tuning -> change.apply(tuning, value));
    }

    private static boolean isExact(CatalogEntry entry) {
        return entry.task().bounds().min() == entry.task().bounds().max();
    }

    private static @Nullable Integer limit(int peers) {
        return peers == Bounds.UNBOUNDED ? null : peers;
    }

    /** A task is read key by key into the builder of its job, so that all its faults are found. */
    private static CatalogEntry unread(Field field) {
        throw new IllegalStateException(field.name());
    }

    /** Reads the number of peers of a task: exact, or bounds. */
    static void readPeers(Field entry, TaskBuilder task) {
        Field exactly = entry.at(PEERS.name());
        if (exactly.isAbsent()) {
            task.peers(MIN.in(entry), MAX.found(entry).orElse(Bounds.UNBOUNDED));
        } else if (entry.at(MIN.name()).isAbsent() && entry.at(MAX.name()).isAbsent()) {
            task.peers(PEERS.in(entry));
        } else {
            throw exactly.wrong("says exactly how many, so \"min\" and \"max\" are not needed; leave them out");
        }
    }

    private static LifecycleEntry lifecycle(Field entry) {
        LIFECYCLE.checkAll(entry);
        return new LifecycleEntry(ACCOMPANIED.in(entry).orElse(null), CALLS.in(entry));
    }

    private static Job.Checkpointing checkpoint(Field field) {
        CHECKPOINT.checkAll(field);
        var usual = new Job.Checkpointing(EVERY.in(field));
        return new Job.Checkpointing(
                usual.every(), KEEP.in(field), CHECKPOINT_TIMEOUT.found(field).orElse(usual.timeout()));
    }

    private static Job.Resuming resume(Field field) {
        RESUME.checkAll(field);
        return new Job.Resuming(
                OLD_TASKS.found(field).orElse(Map.of()),
                FRESH.found(field).orElse(List.of()),
                DROPPED.found(field).orElse(List.of()));
    }

    private static Map<TaskName, TaskName> renamed(Field field) {
        var tasks = new LinkedHashMap<TaskName, TaskName>();
        field.fields().forEach(each -> tasks.put(each.nameAs(TaskName::of), each.as(TaskName::of)));
        return tasks;
    }

    private static JsonNode json(Map<TaskName, TaskName> tasks) {
        ObjectNode json = KeyShape.NODES.objectNode();
        tasks.forEach((task, old) -> json.put(task.text(), old.text()));
        return json;
    }

    private static SortedMap<String, Duration> ttls(Field field) {
        var ttls = new TreeMap<String, Duration>();
        field.fields().forEach(state -> {
            STATE.checkAll(state);
            ttls.put(state.name(), TTL.in(state));
        });
        return ttls;
    }

    private static JsonNode json(SortedMap<String, Duration> ttls) {
        ObjectNode json = KeyShape.NODES.objectNode();
        ttls.forEach((state, ttl) -> json.set(state, STATE.write(ttl)));
        return json;
    }

    private static Grouping grouping(Field field) {
        return field.isObject()
                ? Grouping.by(FlowKeys.method(field))
                : new Grouping(list(TEXT).read().apply(field), null);
    }

    private static JsonNode json(Grouping grouping) {
        Call function = grouping.function();
        return function == null ? list(TEXT).write().apply(grouping.keys()) : FlowKeys.METHOD_ONLY.write(function);
    }

    /** An error policy: a keyword, or an object with the keyword and retries. */
    private static ErrorPolicy errors(Field field) {
        if (field.isText()) {
            if (field.text().equals("retry")) {
                throw field.wrong("to try again, give \"retries\", as in {\"policy\": \"kill\", \"retries\": 3}");
            }
            return errors(field, Keywords.read(field, ErrorPolicy.Action.KILL), ErrorPolicy.KILL);
        }
        ERRORS.checkAll(field);
        ErrorPolicy policy =
                DEAD_LETTERS.found(field).map(ErrorPolicy::deadLettersTo).orElse(ErrorPolicy.KILL);
        int retries = RETRIES.in(field);
        Duration delay = DELAY.in(field);
        ErrorPolicy.Action action = POLICY.found(field).orElse(policy.action());
        return errors(field, action, field.made(it -> it.after(retries, delay), policy));
    }

    private static ErrorPolicy errors(Field field, ErrorPolicy.Action action, ErrorPolicy rest) {
        return field.made(it -> new ErrorPolicy(it, rest.retries(), rest.firstDelay(), rest.deadLetters()), action);
    }

    /** The default is said by its keyword, on the page of keys; in a job it is left out. */
    private static JsonNode json(ErrorPolicy errors) {
        return errors == ErrorPolicy.KILL || errors.equals(ErrorPolicy.KILL)
                ? KeyShape.NODES.textNode(Keywords.of(errors.action()))
                : ERRORS.write(errors);
    }
}
