package io.sardonyx.content;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the documents of jobs that the cluster does not keep, and of members that are gone, in steps of a few
 * documents each.
 *
 * <p>They are found by what is stored, not by what happened: who dies half-way leaves the rest to whoever comes next.
 * Documents of a job that nobody ever heard of may belong to a submission that is on its way, so these are deleted only
 * when they are still the same after a while.
 */
public final class DocumentSweeper {

    static final String STATS = "stats";

    /** How the names of documents begin that tell how far a member has read. */
    public static final String READ_POSITIONS = "read-positions/";

    /** All kinds of documents that live and die with a job. */
    private static final List<String> KINDS = List.of("jobs", "checkpoints", "partitions", STATS);

    /** How long a submission may take from its content to its entry. */
    public static final Duration GRACE = Duration.ofMinutes(10);

    /** How many documents a step deletes. */
    static final int AT_ONCE = 100;

    /** How many documents of unheard-of jobs are remembered at once; the others come later. */
    private static final int MOST_DOUBTED = 10_000;

    /** How many are held in memory at once. */
    private static final int TOGETHER = 8;

    private final Documents documents;
    private Map<String, Doubt> doubted = new HashMap<>();
    private Map<String, Doubt> stillDoubted = new HashMap<>();
    private int kind;

    /** A document of a job that nobody has heard of, as it was when it was first seen. */
    private record Doubt(long version, long sinceNanos) {}

    /** What is to be done after a step. */
    public enum Next {
        /** There may be more of it. */
        MORE,
        /** Something is left that may only be deleted after {@link #GRACE}. */
        LATER,
        /** Nothing is left. */
        DONE
    }

    public DocumentSweeper(Documents documents) {
        this.documents = documents;
    }

    /** Looks at one kind of documents and deletes some of those that are not kept. */
    public CompletionStage<Next> step(Replica replica, long nowNanos) {
        if (kind == KINDS.size()) {
            return documents
                    .names(READ_POSITIONS)
                    .thenCompose(names -> delete(ofStrangers(names, replica), 0))
                    .thenApply(done -> next(true));
        }
        return documents.names(KINDS.get(kind) + "/").thenCompose(names -> {
            var over = new ArrayList<String>();
            var unheard = new ArrayList<String>();
            for (String name : names) {
                JobId job = DocumentName.jobOf(name);
                if (job != null && !keeps(replica.jobs(), job)) {
                    (replica.jobs().knows(job) ? over : unheard).add(name);
                } else if (isReportOfStranger(name, replica)) {
                    over.add(name);
                }
            }
            List<String> some = over.subList(0, Math.min(over.size(), AT_ONCE));
            boolean isAll = some.size() == over.size();
            return delete(some, 0)
                    .thenCompose(done -> doubt(unheard, 0, nowNanos))
                    .thenApply(doubts -> next(isAll));
        });
    }

    /** Whether a member that is gone told so how a job did here; should it only have come, it tells it again. */
    private static boolean isReportOfStranger(String name, Replica replica) {
        GroupId group = JobReport.groupOf(name);
        return group != null && !replica.ring().knows(group);
    }

    private static List<String> ofStrangers(List<String> names, Replica replica) {
        return names.stream()
                .filter(name -> !replica.ring().knows(GroupId.of(name.substring(READ_POSITIONS.length()))))
                .limit(AT_ONCE)
                .toList();
    }

    /** Whether the documents of a job are needed: while it lives and until the cluster has forgotten how it ended. */
    private static boolean keeps(Jobs jobs, JobId job) {
        return jobs.live().has(job)
                || jobs.killed().has(job)
                || jobs.completed().has(job);
    }

    private Next next(boolean isAll) {
        if (!isAll) {
            return Next.MORE;
        }
        kind = (kind + 1) % (KINDS.size() + 1);
        if (kind > 0) {
            return Next.MORE;
        }
        doubted = stillDoubted;
        stillDoubted = new HashMap<>();
        return doubted.isEmpty() ? Next.DONE : Next.LATER;
    }

    /** Deletes what has not changed since it was seen a while ago, and remembers the others. */
    private CompletionStage<Boolean> doubt(List<String> names, int from, long nowNanos) {
        if (from >= names.size() || stillDoubted.size() >= MOST_DOUBTED) {
            return CompletableFuture.completedFuture(true);
        }
        List<String> some = names.subList(from, Math.min(names.size(), from + TOGETHER));
        return read(some).thenCompose(read -> {
            var old = new ArrayList<Document>();
            for (Document document : read) {
                Doubt before = doubted.get(document.name());
                Doubt now = before != null && before.version == document.version()
                        ? before
                        : new Doubt(document.version(), nowNanos);
                if (nowNanos - now.sinceNanos >= GRACE.toNanos()) {
                    old.add(document);
                } else {
                    stillDoubted.put(document.name(), now);
                }
            }
            return deleteRead(old).thenCompose(done -> doubt(names, from + TOGETHER, nowNanos));
        });
    }

    private CompletionStage<Boolean> delete(List<String> names, int from) {
        if (from >= names.size()) {
            return CompletableFuture.completedFuture(true);
        }
        List<String> some = names.subList(from, Math.min(names.size(), from + TOGETHER));
        return read(some).thenCompose(this::deleteRead).thenCompose(done -> delete(names, from + TOGETHER));
    }

    /** What is damaged counts as a document of a version that says so. */
    private CompletionStage<List<Document>> read(List<String> names) {
        return documents.read(names).exceptionallyCompose(failure -> {
            if (!isDamaged(failure)) {
                return CompletableFuture.failedFuture(failure);
            }
            if (names.size() == 1) {
                return CompletableFuture.completedFuture(
                        List.of(new Document(names.get(0), new byte[0], Documents.DAMAGED)));
            }
            CompletionStage<List<Document>> all = CompletableFuture.completedFuture(List.of());
            for (String name : names) {
                all = all.thenCompose(before -> read(List.of(name)).thenApply(one -> {
                    var more = new ArrayList<>(before);
                    more.addAll(one);
                    return more;
                }));
            }
            return all;
        });
    }

    private static boolean isDamaged(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof Unreadable && !(cause instanceof Forbidden);
    }

    /** One that changed meanwhile stays until the next time. */
    private CompletionStage<Boolean> deleteRead(List<Document> read) {
        CompletionStage<Boolean> done = CompletableFuture.completedFuture(true);
        for (Document document : read) {
            done = done.thenCompose(before -> documents.delete(document.name(), document.version()));
        }
        return done;
    }
}
