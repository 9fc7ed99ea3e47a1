package io.sardonyx.codec;

import static io.sardonyx.codec.Key.needed;
import static io.sardonyx.codec.Key.usually;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Flux;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.Tuning;
import java.util.List;
import java.util.stream.Collectors;

/** Everything that can be said in a job file. */
final class JobKeys {

    private static final int ANY = Integer.MAX_VALUE;
    private static final Tuning USUAL = Tuning.DEFAULT;
    private static final Shape METHOD = Shape.defined("method", "method");
    private static final Shape PLUGIN = Shape.defined("plugin", "plugin");

    static final List<Key> JOB = List.of(
            new Key("id", Shape.TEXT, "by which nobody may submit another job", "the name", null),
            new Key("name", Shape.TEXT, "for people; jobs may share it", "the id", null),
            needed(
                    "workflow",
                    Shape.list(Shape.defined("edge", "edge")),
                    "pairs of tasks: the first feeds the second; no cycles"),
            needed("catalog", Shape.list(Shape.defined("task", "task")), "what each task is, in any order"),
            new Key(
                    "flowConditions",
                    Shape.list(Shape.defined("flow condition", "flowCondition")),
                    "where segments go, when that depends on what they are",
                    "to all tasks behind",
                    null),
            new Key(
                    "lifecycles",
                    Shape.list(Shape.defined("lifecycle", "lifecycle")),
                    "what accompanies a task: `task`, or `all`, and the method that it `calls`",
                    "none",
                    null),
            usually(
                    Keywords.of(TaskScheduler.BALANCED),
                    "taskScheduler",
                    Shape.word(TaskScheduler.class),
                    "`balanced`, `greedy`, `percentage`, `colocated`; see [scheduling](scheduling.md)"),
            usually(
                    0,
                    "percentage",
                    Shape.PERCENTAGE,
                    "its share of the peers, in a cluster that shares by percentages"),
            new Key("saturation", Shape.PEERS, "the most peers it may hold", "any number", null),
            new Key(
                    "delivery",
                    Shape.word(Delivery.class),
                    "`direct` from peer to peer, or `queued`",
                    "as the cluster has it",
                    null),
            new Key(
                    "wholeOnly",
                    Shape.FLAG,
                    "whether it holds no peer unless all tasks are covered",
                    "only if direct",
                    null),
            new Key("metadata", Shape.TABLE, "whatever its author wants to be known of it", "nothing", null),
            new Key(
                    "resumes",
                    Shape.list(Shape.TEXT),
                    "the ended jobs that it goes on from; `job resume` writes it",
                    "none",
                    null));

    static final List<Key> TASK = List.of(
            needed("name", Shape.TEXT, "as in the workflow; `all` is taken"),
            new Key("input", PLUGIN, "what reads; for a task that nobody feeds, which must have one", "–", null),
            usually(
                    false,
                    "identify",
                    Shape.FLAG,
                    "whether an input gives each segment with partition and position; see [inputs](connectors.md)"),
            new Key("output", PLUGIN, "what writes; for a task that feeds nobody", "a leaf needs this or `fn`", null),
            new Key("fn", METHOD, "what is done with each segment", "needed between others", null),
            usually(
                    false,
                    "batch",
                    Shape.FLAG,
                    "whether the function takes a list and gives one with a result for each"),
            new Key(
                    "groupBy",
                    Shape.defined("list or method", "grouping"),
                    "a list of fields, or `{fn: …}`: segments with the same key meet at the same peer",
                    "any peer",
                    null),
            usually(Bounds.DEFAULT.min(), "min", Shape.whole(0, ANY), "how many peers it needs"),
            new Key("max", Shape.PEERS, "how many peers it may have", "any number", null),
            new Key("peers", Shape.whole(1, ANY), "exactly so many, instead of both", "–", null),
            usually(
                    Keywords.of(Flux.CONTINUE),
                    "flux",
                    Shape.word(Flux.class),
                    "`continue`: keys move with the size; `kill`, `recover`: they stay, losses kill or are replaced"),
            usually(0, "percentage", Shape.PERCENTAGE, "its share of the job's peers, with that scheduler"),
            new Key("tags", Shape.list(Shape.TEXT), "what its peers must have", "none", null),
            usually(
                    Keywords.of(ErrorPolicy.KILL.action()),
                    "onError",
                    Shape.defined("word or object", "errors"),
                    "`kill`, `skip`, or `{policy: …, to: …, retries: …, delay: …}`"),
            usually(USUAL.batchSize(), "batchSize", Shape.whole(1, ANY), "how many segments travel together at most"),
            usually(USUAL.pendingRoots(), "pendingRoots", Shape.whole(1, ANY), "how many roots an input may have open"),
            usually(
                    USUAL.pendingTimeout().toString(),
                    "pendingTimeout",
                    Shape.TIME,
                    "how long nothing may be heard of open roots before the oldest is emitted again"),
            usually(USUAL.attempts(), "attempts", Shape.whole(1, ANY), "how many failures make a root poison"),
            usually(
                    Keywords.of(USUAL.roots()),
                    "roots",
                    Shape.word(Tuning.Roots.class),
                    "`batch` or `segment`: what is acknowledged as a whole"),
            usually(
                    USUAL.blocking(),
                    "blocking",
                    Shape.FLAG,
                    "whether it waits for others, so that it needs a thread of its own"),
            usually(
                    USUAL.turnLimit().toString(),
                    "turnLimit",
                    Shape.TIME,
                    "after how long a call is held for endless, which kills the job; not if `blocking`"),
            new Key(
                    "patience",
                    Shape.TIME,
                    "for how long its plugin may be unavailable before the task fails",
                    "for ever; in `run` `PT10M`",
                    null));

    static final List<Key> FLOW_CONDITION = List.of(
            needed("from", Shape.TEXT, "the task behind which it applies; `all` for each that feeds all targets"),
            needed("to", Shape.defined("list or word", "targets"), "a list of tasks, `all` or `none`"),
            needed(
                    "when",
                    Shape.defined("condition", "condition"),
                    "`{fn: …}`, `[and, …, …]`, `[or, …, …]` or `[not, …]`"),
            usually(false, "shortCircuit", Shape.FLAG, "whether no later one is looked at when it holds"),
            new Key("excludeKeys", Shape.list(Shape.TEXT), "fields that are taken out on the way", "none", null),
            usually(false, "onException", Shape.FLAG, "whether it is about what the function threw"),
            new Key("transform", METHOD, "the method that makes a segment of the exception", "–", null),
            usually(false, "retry", Shape.FLAG, "whether the root is emitted again instead; `to` is `none`"));

    static final List<Key> LIFECYCLE = List.of(
            needed("task", Shape.TEXT, "the task that it accompanies, or `all`"),
            needed("calls", METHOD, "the method that makes it"));

    static final List<Key> ERRORS = List.of(
            new Key(
                    "policy",
                    Shape.word(ErrorPolicy.Action.class),
                    "what becomes of a segment that fails",
                    "`kill`, or `dead-letter` if it says to whom",
                    null),
            new Key("to", Shape.TEXT, "the task directly behind that takes dead letters", "–", null),
            usually(0, "retries", Shape.whole(0, ErrorPolicy.MAX_RETRIES), "how often it is tried again before"),
            usually(
                    ErrorPolicy.KILL.firstDelay().toString(),
                    "delay",
                    Shape.TIME,
                    "after how long for the first time, twice that for the second, and so on"));

    static final List<Key> METHOD_CALL = List.of(
            needed("name", Shape.TEXT, "a public static method or an accessor, as com.acme.Words::split"),
            new Key("params", Shape.TABLE, "its parameters", "none", null));

    private JobKeys() {}

    static List<String> names(List<Key> keys) {
        return keys.stream().map(Key::name).toList();
    }

    /** A table of them in Markdown. */
    static String table(List<Key> keys) {
        return keys.stream()
                .map(Key::row)
                .collect(Collectors.joining("", "| key | type | means | unless given |\n|---|---|---|---|\n", ""));
    }
}
