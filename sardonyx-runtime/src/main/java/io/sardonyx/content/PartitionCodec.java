package io.sardonyx.content;

import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.store.LockCodec;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TreeMap;

/** JSON form of the document of a partition that is claimed by a lease. */
public final class PartitionCodec {

    /** Part of the names of such documents in a cluster, below that of the list of partitions. */
    private static final String CLAIMED = "claimed";

    /** Argument of a task: the job that it belongs to. */
    public static final String JOB = "job";

    /** Argument of a task: the partition to be read. */
    public static final String PARTITION = "partition";

    /** Work of reading one partition of an input. */
    public static final String READ = "read";

    private static final int LONGEST_NAME = 300;

    private PartitionCodec() {}

    /** The name of a partition as part of a document's name; a long one is cut and ends in its hash. */
    public static String shortened(String partition) {
        return partition.length() <= LONGEST_NAME
                ? partition
                : partition.substring(0, LONGEST_NAME / 2) + "~" + hash(partition);
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Name of the document of a partition of an input that the peers of a cluster claim. */
    public static String name(JobId job, TaskName task, String partition) {
        return DocumentName.of(PartitionList.PARTITIONS, job, task.text(), CLAIMED, shortened(partition));
    }

    /** Name of the head document of an input that is listed again and again. */
    public static String head(JobId job, TaskName task) {
        return DocumentName.of(PartitionList.PARTITIONS, job, task.text(), CLAIMED);
    }

    /** Prefix of the names of the documents of all partitions of such an input. */
    public static String prefix(JobId job, TaskName task) {
        return head(job, task) + "/";
    }

    /** The work of reading a partition. */
    public static PartitionTask read(JobId job, String partition) {
        return new PartitionTask(
                READ, SortedTable.<String, String>empty().with(JOB, job.text()).with(PARTITION, partition));
    }

    /** The job that a unit of work belongs to. */
    public static JobId jobOf(PartitionDocument work) {
        String job = work.task().arguments().get(JOB);
        if (job == null) {
            throw new BadInput("its task names no job");
        }
        return JobId.of(job);
    }

    /** Name of the partition to be read. */
    public static String partitionOf(PartitionDocument work) {
        return String.valueOf(work.task().arguments().get(PARTITION));
    }

    /** The checkpoint at which the holder of a partition goes on, under the fence of its lease. */
    public static Checkpoint checkpoint(PartitionDocument partition) {
        var skipped = new TreeMap<TaskName, Long>();
        partition.skipped().forEach(skipped::put);
        return new Checkpoint(
                partition.position(),
                partition.isDone(),
                partition.lock().fence(),
                Collections.unmodifiableSortedMap(skipped));
    }

    /**
     * The document of a partition in a job that resumes another.
     *
     * @param goesOn whether it is read again from its end, since it may have grown
     */
    static PartitionDocument resumed(JobId job, String partition, Checkpoint reached, boolean goesOn) {
        PartitionDocument at = PartitionDocument.outstanding(read(job, partition), Math.max(0, reached.fence()))
                .at(reached.position(), goesOn ? SortedTable.empty() : SortedTable.of(reached.skipped()));
        return reached.atEnd() && !goesOn ? at.in(PartitionDocument.State.DONE) : at;
    }

    public static PartitionDocument read(Field root) {
        Field task = root.at("task");
        var arguments = new TreeMap<String, String>();
        task.at("arguments").fields().forEach(field -> arguments.put(field.name(), field.text()));
        return new PartitionDocument(
                LockCodec.read(root),
                new PartitionTask(task.at("function").text(), SortedTable.of(arguments)),
                state(root.at("state")),
                root.at("position").isAbsent() ? null : root.at("position").text(),
                SortedTable.of(Checkpoint.skipped(root.at("skipped"))),
                root.at("failures").isAbsent() ? 0 : (int) root.at("failures").whole(0, Integer.MAX_VALUE),
                root.at("failure").textOr(""));
    }

    /**
     * Decodes a document.
     *
     * @throws BadInput when it is damaged
     */
    public static PartitionDocument decoded(byte[] body) {
        try {
            return read(Json.read(body));
        } catch (IllegalArgumentException damaged) {
            throw new BadInput(String.valueOf(damaged.getMessage()));
        }
    }

    private static PartitionDocument.State state(Field field) {
        for (PartitionDocument.State state : PartitionDocument.State.values()) {
            if (word(state).equals(field.text())) {
                return state;
            }
        }
        throw field.wrong("is outstanding, done or failed");
    }

    private static String word(PartitionDocument.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    public static byte[] encode(PartitionDocument partition) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        LockCodec.write(out, partition.lock());
        out.begin("task").text("function", partition.task().function()).begin("arguments");
        partition.task().arguments().forEach(out::text);
        out.end().end().text("state", word(partition.state()));
        if (partition.position() != null) {
            out.text("position", partition.position());
        }
        out.beginUnlessEmpty("skipped");
        partition.skipped().forEach((task, count) -> out.number(task.text(), count));
        out.end();
        if (partition.failures() > 0) {
            out.number("failures", partition.failures());
        }
        if (!partition.failure().isEmpty()) {
            out.text("failure", partition.failure());
        }
        out.end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
