package io.sardonyx.claim;

import io.sardonyx.content.DocumentName;
import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Observation;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.LockCodec;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Garbage collector of the documents of nodes that nobody needs: contents and lists of jobs that the index does not
 * know, most often of a submission that died before its job was in the index; and lock documents that nobody holds.
 *
 * <p>A document is deleted when the leader has seen one version of it for {@link #GRACE}, and the index that it has
 * read after that still does not know the job. A deleted lock takes its fence with it, so the leader's own has to be as
 * high before, and who creates a lock document anew begins above that. Confined to the node's thread.
 */
final class ClaimSweeper {

    /** Longest time from storing a job's content to its entry in the index; also how long a free lock is kept. */
    static final Duration GRACE = DocumentSweeper.GRACE;

    static final String LOCKS = "locks";

    /** Most documents in doubt that are kept in mind; others wait for a later round. */
    private static final int MOST_DOUBTED = 10_000;

    /** Contents are large, so few are read at a time. */
    private static final int TOGETHER = 8;

    private static final int LOCKS_TOGETHER = 100;

    /** The second poll that ends after a round has begun after it. */
    private static final int POLLS = 2;

    private final Documents documents;
    private final Mailbox mailbox;
    private final LongSupplier clock;
    private final Deadline next = new Deadline();
    private Map<String, Observation> doubted = new HashMap<>();
    private List<Doubtful> unneeded = List.of();
    private int pollsLeft;
    private boolean looking;

    /** A document that nobody seems to need, and the fence that it would take along. */
    private record Doubtful(Observation observation, long fence, long leaseMillis) {}

    /** @param documents of nodes */
    ClaimSweeper(Documents documents, Mailbox mailbox, LongSupplier clock) {
        this.documents = documents;
        this.mailbox = mailbox;
        this.clock = clock;
    }

    /** Forgets everything, since another process may have led meanwhile. */
    void begin(long nowNanos) {
        doubted.clear();
        unneeded = List.of();
        next.set(nowNanos + GRACE.toNanos() / 2);
    }

    /** Takes note that the index was read. */
    void polled() {
        pollsLeft = Math.max(0, pollsLeft - 1);
    }

    /** The fence that the leader's lock needs before anything is deleted. */
    long fence() {
        return unneeded.stream().mapToLong(Doubtful::fence).max().orElse(0);
    }

    /** The documents to delete now, each at a version; begins another round when it is time. */
    List<Observation> turn(JobIndex index, long leaderFence, long nowNanos) {
        if (!unneeded.isEmpty() && pollsLeft == 0 && leaderFence >= fence()) {
            List<Observation> ripe = unneeded.stream()
                    .map(Doubtful::observation)
                    .filter(each -> isUnneeded(each.name(), index))
                    .toList();
            unneeded = List.of();
            return ripe;
        }
        if (!looking && unneeded.isEmpty() && next.isDue(nowNanos)) {
            looking = true;
            next.set(nowNanos + GRACE.toNanos() * 11 / 10);
            look(index);
        }
        return List.of();
    }

    /** Whether the index knows no job of it; one that has ended is removed as a whole. */
    private static boolean isUnneeded(String name, JobIndex index) {
        JobId job = DocumentName.jobOf(name);
        return job != null && (isLock(name) || index.job(job).isEmpty());
    }

    private static boolean isLock(String name) {
        return name.startsWith(LOCKS + "/");
    }

    private void look(JobIndex index) {
        var found = new ArrayList<Doubtful>();
        CompletionStage<Boolean> read = CompletableFuture.completedFuture(true);
        for (String kind : List.of("jobs", "partitions", LOCKS)) {
            int together = kind.equals(LOCKS) ? LOCKS_TOGETHER : TOGETHER;
            read = read.thenCompose(before -> documents.names(kind + "/").thenCompose(names -> {
                List<String> some =
                        names.stream().filter(name -> isUnneeded(name, index)).toList();
                return readSome(some, 0, together, found);
            }));
        }
        mailbox.await(read, done -> looked(found), failure -> looking = false);
    }

    private CompletionStage<Boolean> readSome(List<String> names, int from, int together, List<Doubtful> found) {
        if (from >= names.size() || found.size() >= MOST_DOUBTED) {
            return CompletableFuture.completedFuture(true);
        }
        List<String> some = names.subList(from, Math.min(names.size(), from + together));
        return documents.read(some).thenCompose(read -> {
            read.forEach(document -> found.add(doubtful(document)));
            return readSome(names, from + together, together, found);
        });
    }

    private Doubtful doubtful(Document document) {
        var observation = new Observation(document.name(), document.version(), clock.getAsLong());
        if (!isLock(document.name())) {
            return new Doubtful(observation, 0, 0);
        }
        try {
            LockDocument lock = ClaimDocuments.decode(document.name(), document.body(), LockCodec::read);
            return new Doubtful(observation, lock.fence(), lock.isFree() ? 0 : lock.leaseMillis());
        } catch (Unreadable e) {
            return new Doubtful(observation, Long.MAX_VALUE, 0); // kept: its fence is unknown
        }
    }

    private void looked(List<Doubtful> found) {
        looking = false;
        long now = clock.getAsLong();
        var still = new HashMap<String, Observation>();
        var old = new ArrayList<Doubtful>();
        for (Doubtful each : found) {
            Observation before = doubted.get(each.observation.name());
            Observation since = before == null
                    ? each.observation
                    : before.then(each.observation.version(), each.observation.firstSeenNanos());
            still.put(since.name(), since);
            boolean isOld = since.isUnchangedFor(Math.max(GRACE.toMillis(), each.leaseMillis), now);
            if (isOld && each.fence < Long.MAX_VALUE) {
                old.add(new Doubtful(since, each.fence, each.leaseMillis));
            }
        }
        doubted = still;
        unneeded = old;
        pollsLeft = POLLS;
    }
}
