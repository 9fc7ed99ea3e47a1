package io.sardonyx.jobfile;

import static io.sardonyx.jobfile.JobKey.needed;
import static io.sardonyx.jobfile.JobKey.usually;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Flux;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.json.Keywords;
import java.util.List;
import java.util.stream.Collectors;

/** Table of all keys of a job file. */
final class JobKeys {

    private static final int ANY = Integer.MAX_VALUE;
    private static final Tuning USUAL = Tuning.DEFAULT;
    private static final KeyShape METHOD = KeyShape.defined("method", "method");
    private static final KeyShape PLUGIN = KeyShape.defined("plugin", "plugin");

    static final List<JobKey> JOB = List.of(
            new JobKey("id", KeyShape.TEXT, "identifies it; no other job may ever have it", "the name", null),
            new JobKey("name", KeyShape.TEXT, "for people; jobs may share it", "the id", null),
            needed(
                    "workflow",
                    KeyShape.list(KeyShape.defined("edge", "edge")),
                    "pairs of tasks: the first feeds the second; no cycles"),
            needed("catalog", KeyShape.list(KeyShape.defined("task", "task")), "what each task is, in any order"),
            new JobKey(
                    "flowConditions",
                    KeyShape.list(KeyShape.defined("flow condition", "flowCondition")),
                    "where segments go, when that depends on what they are",
                    "to all tasks downstream",
                    null),
            new JobKey(
                    "lifecycles",
                    KeyShape.list(KeyShape.defined("lifecycle", "lifecycle")),
                    "what accompanies a task: `task`, or `all`, and the method that it `calls`",
                    "none",
                    null),
            usually(
                    Keywords.of(TaskScheduler.BALANCED),
                    "taskScheduler",
                    KeyShape.word(TaskScheduler.class),
                    "`balanced`, `greedy`, `percentage`, `colocated`; see [scheduling](internals/scheduling.md)"),
            usually(
                    0,
                    "percentage",
                    KeyShape.PERCENTAGE,
                    "its share of the peers, in a cluster that shares by percentages"),
            new JobKey("saturation", KeyShape.PEERS, "the most peers it may hold", "any number", null),
            new JobKey(
                    "delivery",
                    KeyShape.word(Delivery.class),
                    "`direct` from peer to peer, or `queued`",
                    "as the cluster has it",
                    null),
            new JobKey(
                    "wholeOnly",
                    KeyShape.FLAG,
                    "whether it holds no peer unless all tasks are covered",
                    "only if direct",
                    null),
            new JobKey("metadata", KeyShape.TABLE, "whatever its author wants to be known of it", "nothing", null),
            new JobKey(
                    "resumes",
                    KeyShape.list(KeyShape.TEXT),
                    "the ended jobs that it goes on from; `job resume` writes it",
                    "none",
                    null));

    static final List<JobKey> TASK = List.of(
            needed("name", KeyShape.TEXT, "as in the workflow; `all` is reserved"),
            new JobKey("input", PLUGIN, "what reads; for a task that nobody feeds, which must have one", "–", null),
            usually(
                    false,
                    "identify",
                    KeyShape.FLAG,
                    "whether an input gives each segment with partition and position; see [inputs](connectors.md)"),
            new JobKey(
                    "output", PLUGIN, "what writes; for a task that feeds nobody", "a leaf needs this or `fn`", null),
            new JobKey("fn", METHOD, "what is done with each segment", "needed between others", null),
            usually(
                    false,
                    "batch",
                    KeyShape.FLAG,
                    "whether the function takes a list and gives one with a result for each"),
            new JobKey(
                    "groupBy",
                    KeyShape.defined("list or method", "grouping"),
                    "a list of fields, or `{fn: …}`: segments with the same key meet at the same peer",
                    "any peer",
                    null),
            usually(Bounds.DEFAULT.min(), "min", KeyShape.whole(0, ANY), "how many peers it needs"),
            new JobKey("max", KeyShape.PEERS, "how many peers it may have", "any number", null),
            new JobKey("peers", KeyShape.whole(1, ANY), "exactly so many, instead of both", "–", null),
            usually(
                    Keywords.of(Flux.CONTINUE),
                    "flux",
                    KeyShape.word(Flux.class),
                    "`continue`: keys move with the size; `kill`, `recover`: they stay, losses kill or are replaced"),
            usually(0, "percentage", KeyShape.PERCENTAGE, "its share of the job's peers, with that scheduler"),
            new JobKey("tags", KeyShape.list(KeyShape.TEXT), "what its peers must have", "none", null),
            usually(
                    Keywords.of(ErrorPolicy.KILL.action()),
                    "onError",
                    KeyShape.defined("keyword or object", "errors"),
                    "`kill`, `skip`, or `{policy: …, to: …, retries: …, delay: …}`"),
            usually(
                    USUAL.batchSize(),
                    "batchSize",
                    KeyShape.whole(1, ANY),
                    "how many segments travel together at most"),
            usually(
                    USUAL.pendingRoots(),
                    "pendingRoots",
                    KeyShape.whole(1, ANY),
                    "how many roots an input may have open"),
            usually(
                    USUAL.pendingTimeout().toString(),
                    "pendingTimeout",
                    KeyShape.TIME,
                    "timeout of open roots: after such a silence about all of them the oldest is emitted again"),
            usually(USUAL.attempts(), "attempts", KeyShape.whole(1, ANY), "how many failures make a root poison"),
            usually(
                    Keywords.of(USUAL.roots()),
                    "roots",
                    KeyShape.word(Tuning.Roots.class),
                    "`batch` or `segment`: what is acknowledged as a whole"),
            usually(
                    USUAL.blocking(),
                    "blocking",
                    KeyShape.FLAG,
                    "whether it waits for others, so that it needs a thread of its own"),
            usually(
                    USUAL.turnLimit().toString(),
                    "turnLimit",
                    KeyShape.TIME,
                    "after how long a call is considered stuck, which kills the job; not if `blocking`"),
            new JobKey(
                    "patience",
                    KeyShape.TIME,
                    "for how long its plugin may be unavailable before the task fails",
                    "for ever; in `run` `PT10M`",
                    null));

    static final List<JobKey> FLOW_CONDITION = List.of(
            needed("from", KeyShape.TEXT, "the task whose results it routes; `all` for each that feeds all targets"),
            needed("to", KeyShape.defined("list or keyword", "targets"), "a list of tasks, `all` or `none`"),
            needed(
                    "when",
                    KeyShape.defined("condition", "condition"),
                    "`{fn: …}`, `[and, …, …]`, `[or, …, …]` or `[not, …]`"),
            usually(false, "shortCircuit", KeyShape.FLAG, "whether no later one is looked at when it holds"),
            new JobKey("excludeKeys", KeyShape.list(KeyShape.TEXT), "fields that are removed on the way", "none", null),
            usually(false, "onException", KeyShape.FLAG, "whether it is about what the function threw"),
            new JobKey("transform", METHOD, "the method that makes a segment of the exception", "–", null),
            usually(false, "retry", KeyShape.FLAG, "whether the root is emitted again instead; `to` is `none`"));

    static final List<JobKey> LIFECYCLE = List.of(
            needed("task", KeyShape.TEXT, "the task that it accompanies, or `all`"),
            needed("calls", METHOD, "the method that makes it"));

    static final List<JobKey> ERRORS = List.of(
            new JobKey(
                    "policy",
                    KeyShape.word(ErrorPolicy.Action.class),
                    "what becomes of a segment that fails",
                    "`kill`, or `dead-letter` if it says to whom",
                    null),
            new JobKey("to", KeyShape.TEXT, "the task directly downstream that takes dead letters", "–", null),
            usually(0, "retries", KeyShape.whole(0, ErrorPolicy.MAX_RETRIES), "how often it is tried again before"),
            usually(
                    ErrorPolicy.KILL.firstDelay().toString(),
                    "delay",
                    KeyShape.TIME,
                    "after how long for the first time, twice that for the second, and so on"));

    static final List<JobKey> METHOD_CALL = List.of(
            needed("name", KeyShape.TEXT, "a public static method or an accessor, as com.acme.Words::split"),
            new JobKey("params", KeyShape.TABLE, "its parameters", "none", null));

    private JobKeys() {}

    static List<String> names(List<JobKey> keys) {
        return keys.stream().map(JobKey::name).toList();
    }

    /** A Markdown table of keys. */
    static String table(List<JobKey> keys) {
        return keys.stream()
                .map(JobKey::row)
                .collect(Collectors.joining("", "| key | type | means | unless given |\n|---|---|---|---|\n", ""));
    }
}
