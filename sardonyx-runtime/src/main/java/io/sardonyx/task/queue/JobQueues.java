package io.sardonyx.task.queue;

import io.sardonyx.assignment.Routes;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.port.Broker;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a job: one for each edge of its workflow, or one for each lane of an edge to a task that groups by key;
 * one with the partitions of each input; and one for each task that may skip segments, with their number.
 *
 * @param epoch token of the cluster's founding, the first part of every name, so that a cluster whose store was wiped
 *     never meets the queues of its former life
 */
public record JobQueues(String epoch, Job job) {

    /** Lanes of an edge to a task that groups by key and may have any number of peers. */
    private static final int USUAL_LANES = 16;

    /** Most bytes of an escaped character of a name. */
    private static final int BYTES_OF_ESCAPED = 9;

    /** Longest parts of a name that are not replaced by their digest, so that every name is short enough. */
    private static final int LONGEST_PLAIN = 90;

    private static final int LONGEST_JOB = 8;

    /** Prefix of the names of all queues of a job, to remove them. */
    public static String prefix(String epoch, JobId job) {
        return QueueName.prefix(epoch, digest(job.text()));
    }

    /** The queue in which an input finds its partitions. */
    QueueName tokens(TaskName input) {
        return name("input", input.text());
    }

    /** The queue in which a task counts the segments that it skips; null if its error policy never does. */
    @Nullable
    QueueName skipped(TaskName task) {
        return job.entry(task).errors().action() == ErrorPolicy.Action.KILL ? null : name("skipped", task.text());
    }

    /** The queues of an edge, by lane. */
    List<QueueName> lanes(TaskName from, TaskName to) {
        int lanes = lanes(to);
        if (lanes == 1) {
            return List.of(name("edge", from.text(), to.text()));
        }
        var names = new ArrayList<QueueName>();
        for (int lane = 0; lane < lanes; lane++) {
            names.add(name("edge", from.text(), to.text(), Integer.toString(lane)));
        }
        return names;
    }

    /** Number of lanes of each edge to a task: as many as it may have peers if it groups by key, else one. */
    private int lanes(TaskName to) {
        CatalogEntry entry = job.entry(to);
        int most = entry.task().bounds().max();
        if (entry.grouping().isNone() || most == 1) {
            return 1;
        }
        return Math.min(most, USUAL_LANES);
    }

    /** All queues that a task reads. */
    public List<QueueName> readBy(TaskName task) {
        return readBy(task, 0, 1);
    }

    /** Messages in all queues that a task reads, at all brokers together; nothing if one of them cannot tell. */
    public CompletableFuture<OptionalLong> depth(TaskName task, Collection<Broker> brokers) {
        return QueueDepth.total(readBy(task), brokers);
    }

    /** Whether a peer is the first of its task. */
    static boolean isFirst(Assignment self, Routes routes) {
        var peers = routes.receivers().get(self.task());
        return peers == null || peers.isEmpty() || peers.get(0).peer().equals(self.peer());
    }

    /** The queues that a peer reads: all of its task, or its share of the lanes. */
    List<QueueName> readBy(Assignment self, Routes routes) {
        var peers = routes.receivers().get(self.task());
        int index = 0;
        int count = peers == null ? 1 : Math.max(1, peers.size());
        for (int i = 0; peers != null && i < peers.size(); i++) {
            index = peers.get(i).peer().equals(self.peer()) ? i : index;
        }
        return readBy(self.task(), index, count);
    }

    private List<QueueName> readBy(TaskName task, int index, int peers) {
        if (job.entry(task).task().input()) {
            return List.of(tokens(task));
        }
        var names = new ArrayList<QueueName>();
        for (TaskName before : job.before(task)) {
            List<QueueName> lanes = lanes(before, task);
            for (int lane = 0; lane < lanes.size(); lane++) {
                if (lanes.size() == 1 || lane % peers == index) {
                    names.add(lanes.get(lane));
                }
            }
        }
        return names;
    }

    /** The queues that a task reads and writes, to be declared before they are used. */
    public List<QueueDeclaration> around(TaskName task) {
        var queues = new ArrayList<QueueDeclaration>();
        if (job.entry(task).task().input()) {
            queues.add(declared(tokens(task), task, false));
        }
        job.before(task).forEach(before -> queues.addAll(declared(before, task)));
        job.behind(task).forEach(behind -> queues.addAll(declared(task, behind)));
        QueueName skipped = skipped(task);
        if (skipped != null) {
            queues.add(QueueDeclaration.shared(skipped));
        }
        return queues;
    }

    private List<QueueDeclaration> declared(TaskName from, TaskName to) {
        List<QueueName> lanes = lanes(from, to);
        return lanes.stream().map(lane -> declared(lane, to, lanes.size() > 1)).toList();
    }

    /** A queue is exclusive if its messages have to be seen in order: a lane, or all there is for a single reader. */
    private QueueDeclaration declared(QueueName name, TaskName reader, boolean lane) {
        boolean ordered = lane || job.entry(reader).task().bounds().max() == 1;
        return new QueueDeclaration(name, ordered);
    }

    private QueueName name(String... parts) {
        var all = new ArrayList<>(List.of(epoch, digest(job.id().text())));
        int length = 0;
        for (String part : parts) {
            length += BYTES_OF_ESCAPED * part.length();
        }
        if (length > LONGEST_PLAIN) {
            all.add(parts[0]);
            all.add(digest(String.join("\0", parts)));
        } else {
            all.addAll(List.of(parts));
        }
        return QueueName.of(all.toArray(String[]::new));
    }

    /** A short name for a text of any length. */
    private static String digest(String text) {
        if (text.length() <= LONGEST_JOB) {
            return text;
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
