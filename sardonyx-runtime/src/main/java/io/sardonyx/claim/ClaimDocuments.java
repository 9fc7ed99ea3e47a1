package io.sardonyx.claim;

import io.sardonyx.content.DocumentName;
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
import io.sardonyx.store.LockCodec;
import io.sardonyx.store.PrefixedDocuments;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Names and JSON forms of the documents through which nodes share work. */
public final class ClaimDocuments {

    static final String LEADER = "leader";
    static final String NODES = "nodes";
    static final String INDEX = "index";
    static final String WORK = "work";
    static final String WORK_PREFIX = WORK + "/";

    /** Work of reading one partition of a job's input. */
    static final String READ = "read";
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

    static final String JOB = "job";
    static final String PARTITION = "partition";

    /** The name of the partition that stands for publishing the outputs; no input can have it. */
    private static final String SEAL_NAME = "!seal";

    private static final int LONGEST_NAME = 300;

    private ClaimDocuments() {}

    /** The documents of nodes within a store; groups of a cluster in the same store have none of them. */
    public static Documents within(Documents store) {
        return new PrefixedDocuments(store, "claims/");
    }

    /** Name of the document of a partition; a long one is cut and ends in its hash. */
    static String workName(JobId job, String partition) {
        String shortened = partition.length() <= LONGEST_NAME
                ? partition
                : partition.substring(0, LONGEST_NAME / 2) + "~" + hash(partition);
        return DocumentName.of(WORK, job, shortened);
    }

    static String sealName(JobId job) {
        return DocumentName.of(WORK, job, SEAL_NAME);
    }

    static String workPrefix(JobId job) {
        return DocumentName.of(WORK, job) + "/";
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static PartitionTask read(JobId job, String partition) {
        return new PartitionTask(
                READ, SortedTable.<String, String>empty().with(JOB, job.text()).with(PARTITION, partition));
    }

    /** A partition of an input that has one for each node. */
    static PartitionTask readPerNode(JobId job, String partition) {
        return new PartitionTask(READ, read(job, partition).arguments().with(PER_NODE, "true"));
    }

    static PartitionTask seal(JobId job) {
        return new PartitionTask(SEAL, SortedTable.<String, String>empty().with(JOB, job.text()));
    }

    /** The job that a unit of work belongs to. */
    static JobId jobOf(PartitionDocument work) {
        String job = work.task().arguments().get(JOB);
        if (job == null) {
            throw new BadInput("its task names no job");
        }
        return JobId.of(job);
    }

    /** Name of the partition to be read; the mark of sealing for a unit that publishes outputs. */
    static String partitionOf(PartitionDocument work) {
        String partition = work.task().arguments().get(PARTITION);
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
        return new NodeListDocument(root.at("nodes").items().stream()
                .map(node -> new ListedNode(
                        node.at("token").text(), (int) node.at("workers").whole(1, NodeSettings.MOST_WORKERS)))
                .toList());
    }

    static byte[] encode(NodeListDocument nodes) {
        return encode(out -> {
            out.beginList("nodes");
            nodes.nodes()
                    .forEach(node -> out.begin()
                            .text("token", node.token())
                            .number("workers", node.workers())
                            .end());
            out.endList();
        });
    }

    static PartitionDocument partition(Field root) {
        Field task = root.at("task");
        var arguments = new TreeMap<String, String>();
        task.at("arguments").fields().forEach(field -> arguments.put(field.name(), field.text()));
        return new PartitionDocument(
                LockCodec.read(root),
                new PartitionTask(task.at("function").text(), SortedTable.of(arguments)),
                state(root.at("state")),
                root.at("position").isAbsent() ? null : root.at("position").text(),
                root.at("failures").isAbsent() ? 0 : (int) root.at("failures").whole(0, Integer.MAX_VALUE),
                root.at("failure").textOr(""));
    }

    private static PartitionDocument.State state(Field field) {
        for (PartitionDocument.State state : PartitionDocument.State.values()) {
            if (word(state).equals(field.text())) {
                return state;
            }
        }
        throw field.wrong("is outstanding, done or failed");
    }

    /** A state as it is written. */
    static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    static byte[] encode(PartitionDocument partition) {
        return encode(out -> {
            LockCodec.write(out, partition.lock());
            out.begin("task").text("function", partition.task().function()).begin("arguments");
            partition.task().arguments().forEach(out::text);
            out.end().end().text("state", word(partition.state()));
            if (partition.position() != null) {
                out.text("position", partition.position());
            }
            if (partition.failures() > 0) {
                out.number("failures", partition.failures()).text("failure", partition.failure());
            }
        });
    }
}
