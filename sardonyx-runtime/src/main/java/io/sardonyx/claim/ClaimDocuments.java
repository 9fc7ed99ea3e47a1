package io.sardonyx.claim;

import io.sardonyx.content.DocumentName;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.PrefixedDocuments;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Names and JSON forms of the documents through which nodes share work. */
public final class ClaimDocuments {

    static final String LEADER = "leader";
    static final String NODES = "nodes";
    static final String INDEX = "index";

    /** Written by who has submitted calls, so that nodes ask for their names. */
    static final String CALLS = "calls";

    static final String WORK = "work";
    static final String WORK_PREFIX = WORK + "/";

    /** Work of publishing the outputs of a job all of whose partitions are done. */
    static final String SEAL = "seal";

    /** Work of calling a lambda that was submitted. */
    static final String CALL = "call";

    /** The job to which all calls belong; no other has its name. */
    public static final JobId EXECUTOR = JobId.of("executor");

    /** Argument with the token of the only node that may do the work. */
    static final String NODE = "node";

    /** Argument of work of which a node does at most one unit at a time for each job. */
    static final String PER_NODE = "perNode";

    /** The name of the partition that stands for publishing the outputs; no input can have it. */
    private static final String SEAL_NAME = "!seal";

    private ClaimDocuments() {}

    /** The documents of nodes within a store; groups of a cluster in the same store have none of them. */
    public static Documents within(Documents store) {
        return new PrefixedDocuments(store, "claims/");
    }

    /** Name of the document of a partition. */
    static String workName(JobId job, String partition) {
        return DocumentName.of(WORK, job, PartitionCodec.shortened(partition));
    }

    static String sealName(JobId job) {
        return DocumentName.of(WORK, job, SEAL_NAME);
    }

    static String workPrefix(JobId job) {
        return DocumentName.of(WORK, job) + "/";
    }

    /** A partition of an input that has one for each node. */
    static PartitionTask readPerNode(JobId job, String partition) {
        PartitionTask read = PartitionCodec.read(job, partition);
        return new PartitionTask(read.function(), read.arguments().with(PER_NODE, "true"));
    }

    static PartitionTask seal(JobId job) {
        return new PartitionTask(SEAL, SortedTable.<String, String>empty().with(PartitionCodec.JOB, job.text()));
    }

    /** Name of the partition to be read; the mark of sealing for a unit that publishes outputs. */
    static String partitionOf(PartitionDocument work) {
        String partition = work.task().arguments().get(PartitionCodec.PARTITION);
        return partition == null ? SEAL_NAME : partition;
    }

    static boolean isSeal(PartitionDocument work) {
        return work.task().function().equals(SEAL);
    }

    static boolean isCall(PartitionDocument work) {
        return work.task().function().equals(CALL);
    }

    static boolean isPerNode(PartitionDocument work) {
        return work.task().arguments().get(PER_NODE) != null;
    }

    /**
     * Whether the holder of a partition of which each node has one may have died with output that is settled but not
     * published. Who reads that partition next publishes it; until then its document must stay.
     */
    static boolean hasLeftOutput(PartitionDocument work) {
        return isPerNode(work) && work.isOutstanding() && (!work.lock().isFree() || work.position() != null);
    }

    /** Whether a node may do the work: any node, unless one is named. */
    static boolean isFor(String token, PartitionDocument work) {
        String node = work.task().arguments().get(NODE);
        return node == null || node.equals(token);
    }

    /**
     * Decodes a document.
     *
     * @throws Unreadable that names it, when it is damaged or was edited wrongly
     */
    static <T> T decode(String name, byte[] body, Function<Field, T> form) {
        try {
            return form.apply(Json.read(body));
        } catch (BadInput | IllegalArgumentException e) {
            throw new Unreadable("document claims/" + name + " cannot be used: " + e.getMessage(), e);
        }
    }

    static byte[] encode(Consumer<JsonOut> fields) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        fields.accept(out);
        out.end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static NodeListDocument nodes(Field root) {
        return new NodeListDocument(
                root.at("nodes").items().stream().map(ClaimDocuments::node).toList());
    }

    private static ListedNode node(Field field) {
        var unfit = new TreeMap<JobId, String>();
        field.at("unfit").fields().forEach(job -> unfit.put(job.nameAs(JobId::of), job.text()));
        return new ListedNode(
                field.at("token").text(),
                (int) field.at("workers").whole(1, NodeSettings.MOST_WORKERS),
                SortedTable.of(unfit));
    }

    static byte[] encode(NodeListDocument nodes) {
        return encode(out -> {
            out.beginList("nodes");
            for (ListedNode node : nodes.nodes()) {
                out.begin().text("token", node.token()).number("workers", node.workers());
                out.beginUnlessEmpty("unfit");
                node.unfit().forEach((job, reason) -> out.text(job.text(), reason));
                out.end().end();
            }
            out.endList();
        });
    }

    /** Numbers of segments that tasks left out. */
    static SortedTable<TaskName, Long> skipped(Field counts) {
        var skipped = new TreeMap<TaskName, Long>();
        counts.fields().forEach(count -> skipped.put(count.nameAs(TaskName::of), count.whole(1, Long.MAX_VALUE)));
        return SortedTable.of(skipped);
    }

    static void writeSkipped(JsonOut out, SortedTable<TaskName, Long> skipped) {
        out.beginUnlessEmpty("skipped");
        skipped.forEach((task, count) -> out.number(task.text(), count));
        out.end();
    }

    /** A state as it is written. */
    static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
