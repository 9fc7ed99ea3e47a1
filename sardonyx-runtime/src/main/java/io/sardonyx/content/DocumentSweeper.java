package io.sardonyx.content;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Garbage collector of documents: deletes those of jobs that the replica no longer remembers and of groups that are
 * gone, a few documents per step, and the blobs of such jobs before the manifests that name them.
 *
 * <p>It goes by what is stored, not by what happened, so a process that dies half-way leaves the rest to the next
 * sweep. Documents of a job that is unknown to the replica may belong to a submission in progress, so these are deleted
 * only when their versions are unchanged after {@link #GRACE}.
 *
 * <p>One step at a time; the caller confines it to one thread, or starts a step only after the last one has completed.
 */
public final class DocumentSweeper {

    static final String STATS = "stats";

    /** Documents with the elected sentinels of queued jobs; no other jobs have them. */
    public static final String SENTINELS = "sentinels";

    /** Prefix of the documents with members' read positions. */
    public static final String READ_POSITIONS = "read-positions/";

    /**
     * What is swept, in order: documents of jobs by kind, read positions, and blobs. Manifests come behind the blobs:
     * if this process dies before, they tell whoever sweeps next that there are some.
     */
    private static final List<String> STAGES = List.of(
            "jobs", "checkpoints", "partitions", SENTINELS, STATS, READ_POSITIONS, StateBlobs.KIND, Manifest.KIND);

    /** Longest time from storing a job's content to appending its entry. */
    public static final Duration GRACE = Duration.ofMinutes(10);

    /** Most documents that a step deletes. */
    static final int AT_ONCE = 100;

    /** Most documents of unknown jobs that are tracked at once; others wait for a later sweep. */
    private static final int MOST_DOUBTED = 10_000;

    /** Documents read at once, which bounds the memory. */
    private static final int TOGETHER = 8;

    private final Documents documents;
    private final Consumer<JobId> queued;
    private final @Nullable BlobSweeper blobs;
    /** Documents of unknown jobs as the last sweep left them, and as the current one finds them. */
    private Map<String, Doubt> doubted = new HashMap<>();

    private Map<String, Doubt> stillDoubted = new HashMap<>();
    /** Index into {@link #STAGES}. */
    private int stage;

    /** Whether blobs are left for a later sweep. */
    private boolean blobsLeft;

    /** Version of a document of an unknown job and when it was first seen, on the monotonic clock. */
    private record Doubt(long version, long sinceNanos) {}

    /** What the caller should do after a step. */
    public enum Next {
        /** Another step should follow soon. */
        MORE,
        /** Documents are left that may only be deleted after {@link #GRACE}. */
        LATER,
        /** Nothing is left to delete. */
        DONE
    }

    public DocumentSweeper(Documents documents) {
        this(documents, job -> {}, null);
    }

    /**
     * @param queued called on any thread with a forgotten job that had queues, before its last documents are deleted
     * @param blobs sweeps the blobs after the documents; null where there are none
     */
    public DocumentSweeper(Documents documents, Consumer<JobId> queued, @Nullable BlobSweeper blobs) {
        this.documents = documents;
        this.queued = queued;
        this.blobs = blobs;
    }

    /**
     * Looks at one kind of documents and deletes some that are not needed. The replica must be current, as documents of
     * a live job that it lacks would count as unknown.
     */
    public CompletionStage<Next> step(Replica replica, long nowNanos) {
        String swept = STAGES.get(stage);
        if (swept.equals(StateBlobs.KIND)) {
            return blobStep(replica, nowNanos);
        }
        if (swept.equals(READ_POSITIONS)) {
            return documents
                    .names(READ_POSITIONS)
                    .thenCompose(names -> delete(ofStrangers(names, replica), 0))
                    .thenApply(done -> next(true));
        }
        return documents.names(swept + "/").thenCompose(names -> {
            var over = new ArrayList<String>();
            var unheard = new ArrayList<String>();
            for (String name : names) {
                JobId job = DocumentName.jobOf(name);
                if (job != null && !keeps(replica.jobs(), job)) {
                    (replica.jobs().knows(job) ? over : unheard).add(name);
                } else if (job != null && isOldManifest(name, job, replica.jobs())) {
                    over.add(name);
                } else if (isReportOfStranger(name, replica)) {
                    over.add(name);
                }
            }
            List<String> some = over.subList(0, Math.min(over.size(), AT_ONCE));
            boolean isAll = some.size() == over.size();
            tell(some);
            return delete(some, 0)
                    .thenCompose(done -> doubt(unheard, 0, nowNanos))
                    .thenApply(doubts -> next(isAll));
        });
    }

    /** A storage of blobs that cannot be used does not keep documents from being swept: it is tried again later. */
    private CompletionStage<Next> blobStep(Replica replica, long nowNanos) {
        BlobSweeper sweeper = blobs;
        if (sweeper == null) {
            return CompletableFuture.completedFuture(next(true));
        }
        return mayHaveBlobs(sweeper, replica).thenCompose(wanted -> {
            CompletionStage<Next> swept;
            try {
                swept = wanted ? sweeper.step(replica, nowNanos) : CompletableFuture.completedFuture(Next.DONE);
            } catch (IllegalArgumentException | UncheckedIOException unusable) {
                swept = CompletableFuture.failedFuture(unusable);
            }
            return swept.exceptionally(failure -> Next.LATER).thenApply(next -> {
                blobsLeft |= next == Next.LATER;
                return next(next != Next.MORE);
            });
        });
    }

    /** Whether there may be blobs: by the replica, or since manifests of a job are left that it does not remember. */
    private CompletionStage<Boolean> mayHaveBlobs(BlobSweeper sweeper, Replica replica) {
        if (sweeper.isWanted(replica)) {
            return CompletableFuture.completedFuture(true);
        }
        return documents.names(Manifest.KIND + "/").thenApply(names -> {
            names.stream()
                    .map(DocumentName::jobOf)
                    .filter(job -> job != null && !keeps(replica.jobs(), job))
                    .findFirst()
                    .ifPresent(sweeper::forgotten);
            return sweeper.isWanted(replica);
        });
    }

    /** Whether it is a report of a group that is gone. A group that is only about to join writes its report again. */
    private static boolean isReportOfStranger(String name, Replica replica) {
        GroupId group = ReportDocument.groupOf(name);
        return group != null && !replica.ring().knows(group);
    }

    private static List<String> ofStrangers(List<String> names, Replica replica) {
        return names.stream()
                .filter(name -> !replica.ring().knows(GroupId.of(name.substring(READ_POSITIONS.length()))))
                .limit(AT_ONCE)
                .toList();
    }

    /** Whether a job's documents are needed: while it is live, and after its end until the replica has forgotten it. */
    static boolean keeps(Jobs jobs, JobId job) {
        return jobs.live().has(job)
                || jobs.killed().has(job)
                || jobs.completed().has(job);
    }

    /** Whether it is the manifest of a checkpoint that is not kept any more. */
    private static boolean isOldManifest(String name, JobId job, Jobs jobs) {
        return name.startsWith(Manifest.KIND + "/")
                && Manifest.isOver(name, job, jobs.checkpoints(job).latestNumber(), jobs.needed(job));
    }

    private Next next(boolean isAll) {
        if (!isAll) {
            return Next.MORE;
        }
        stage = (stage + 1) % STAGES.size();
        if (stage > 0) {
            return Next.MORE;
        }
        doubted = stillDoubted;
        stillDoubted = new HashMap<>();
        boolean isLeft = blobsLeft || !doubted.isEmpty();
        blobsLeft = false;
        return isLeft ? Next.LATER : Next.DONE;
    }

    /** Deletes documents of unknown jobs that are unchanged since the grace time, and tracks the others. */
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
            tell(old.stream().map(Document::name).toList());
            return deleteRead(old).thenCompose(done -> doubt(names, from + TOGETHER, nowNanos));
        });
    }

    /** Tells of which queued jobs sentinels are deleted. */
    private void tell(List<String> names) {
        names.stream()
                .filter(name -> name.startsWith(SENTINELS + "/"))
                .map(DocumentName::jobOf)
                .filter(Objects::nonNull)
                .distinct()
                .forEach(queued);
    }

    private CompletionStage<Boolean> delete(List<String> names, int from) {
        if (from >= names.size()) {
            return CompletableFuture.completedFuture(true);
        }
        List<String> some = names.subList(from, Math.min(names.size(), from + TOGETHER));
        return read(some).thenCompose(this::deleteRead).thenCompose(done -> delete(names, from + TOGETHER));
    }

    /** Reads documents one by one if some are damaged; these get the version {@link Documents#DAMAGED}. */
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

    /** Deletes the documents at the versions that were read; one that has changed meanwhile is kept. */
    private CompletionStage<Boolean> deleteRead(List<Document> read) {
        CompletionStage<Boolean> done = CompletableFuture.completedFuture(true);
        for (Document document : read) {
            done = done.thenCompose(before -> documents.delete(document.name(), document.version()));
        }
        return done;
    }
}
