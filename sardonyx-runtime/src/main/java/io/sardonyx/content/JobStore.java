package io.sardonyx.content;

import io.sardonyx.command.SubmitJob;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Id;
import io.sardonyx.value.JobId;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Store of jobs' contents, of which the log has only the hash.
 *
 * <p>A content is split into chunks, {@code jobs/ID/HASH/0} and so on; the first chunk that is not full is the last.
 * Names contain the hash, so a document can only ever hold the same bytes, and writing is idempotent, even by two
 * clients at once.
 */
public final class JobStore {

    /** Longest content; a longer job contains data that belongs elsewhere. */
    public static final int MAX_BYTES = 8 << 20;

    private static final int CHUNK = Documents.MAX_BYTES;

    /** Content length up to which the job's entry certainly fits into the log. */
    private static final int SURELY_FITS = 16 << 10;

    private static final JobCache RECENT = new JobCache();

    private static final GroupId LONGEST_AUTHOR = GroupId.of("a".repeat(Id.MAX_LENGTH));

    private final Documents documents;

    public JobStore(Documents documents) {
        this.documents = documents;
    }

    /**
     * An encoded job.
     *
     * @param bytes from which the same job can be decoded
     * @param outline the part of it that its log entry carries
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Content(byte[] bytes, Outline outline) {}

    /**
     * The part of a job that its log entry carries.
     *
     * @throws BadJob that says why it cannot be stored
     */
    public static Outline outline(Job job) {
        return content(job).outline();
    }

    /**
     * Encodes a job for the store.
     *
     * @throws BadJob that says why it cannot be stored
     */
    public static Content content(Job job) {
        byte[] bytes = bytes(job);
        Outline outline = Outline.of(job, JobFile.hash(bytes));
        if (bytes.length > SURELY_FITS) {
            checkEntry(job, outline);
        }
        var content = new Content(bytes, outline);
        RECENT.put(job, content);
        return content;
    }

    private static void checkEntry(Job job, Outline outline) {
        try {
            EntryCodec.encode(LONGEST_AUTHOR, Long.MAX_VALUE, new SubmitJob(outline, Long.MAX_VALUE));
        } catch (BadInput e) {
            throw bad(
                    job,
                    "has " + outline.tasks().size() + " tasks with names and tags too long for the log: "
                            + e.getMessage(),
                    "shorten them, or make several jobs of it");
        }
    }

    /** Encodes a job and verifies that decoding gives an equal one. */
    private static byte[] bytes(Job job) {
        byte[] content = JobFile.write(job);
        if (content.length > MAX_BYTES) {
            throw bad(job, "has " + content.length + " bytes", "at most " + MAX_BYTES + "; keep its data elsewhere");
        }
        try {
            if (JobFile.read(Json.read(content)).equals(job)) {
                return content;
            }
        } catch (BadInput e) {
            throw bad(job, "cannot be written down: " + e.getMessage(), "change that");
        }
        throw bad(job, "would be another when read again", "build it with Job.named");
    }

    private static BadJob bad(Job job, String what, String remedy) {
        return new BadJob(job.id(), List.of(new Fault(Part.JOB, what, remedy)));
    }

    /**
     * Stores a job's content; its entry may be appended only when that is complete. The result is the entry's outline.
     */
    public CompletionStage<Outline> write(Job job) {
        try {
            return write(content(job));
        } catch (BadJob e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** As {@link #write(Job)}, of a job that is encoded already. */
    public CompletionStage<Outline> write(Content content) {
        Outline outline = content.outline();
        byte[] bytes = content.bytes();
        CompletionStage<Boolean> written = CompletableFuture.completedFuture(true);
        for (int i = 0; i <= bytes.length / CHUNK; i++) {
            String name = name(outline.id(), outline.contentHash(), i);
            byte[] chunk = Arrays.copyOfRange(bytes, i * CHUNK, Math.min(bytes.length, (i + 1) * CHUNK));
            written = written.thenCompose(done -> write(name, chunk));
        }
        return written.thenApply(done -> outline);
    }

    private static String name(JobId job, String hash, int chunk) {
        return DocumentName.of("jobs", job, hash, String.valueOf(chunk));
    }

    private CompletionStage<Boolean> write(String name, byte[] chunk) {
        return documents
                .write(name, chunk, Documents.ABSENT)
                .thenCompose(version -> version.isPresent()
                        ? CompletableFuture.completedFuture(true)
                        : documents.read(List.of(name)).thenCompose(there -> mend(name, chunk, there)));
    }

    /**
     * Overwrites a chunk that exists, which repairs a damaged one. Left over from a refused submission, it gets a new
     * version this way, so that the {@link DocumentSweeper} does not delete it as such.
     */
    private CompletionStage<Boolean> mend(String name, byte[] chunk, List<Document> there) {
        long seen = there.isEmpty() ? Documents.ABSENT : there.get(0).version();
        boolean isSame = !there.isEmpty() && Arrays.equals(there.get(0).body(), chunk);
        return documents.write(name, chunk, seen).thenApply(version -> written(name, version, isSame));
    }

    /** A conflict with another client that writes the same bytes is no failure. */
    private static boolean written(String name, OptionalLong version, boolean wasSame) {
        if (version.isEmpty() && !wasSame) {
            throw new IllegalStateException("document " + name + " changes while it is written; try again");
        }
        return true;
    }

    /**
     * Reads the content of a job. A missing or damaged one ends in {@link Unreadable}, one by another release that this
     * one cannot run in {@link BadJob} or {@link BadInput}.
     */
    public CompletionStage<Job> read(Outline job) {
        if (job.contentHash().isEmpty()) {
            return CompletableFuture.failedFuture(new Unreadable("job " + job.id() + " was submitted without content"));
        }
        return known(job.id(), job.contentHash()).thenApply(known -> {
            if (!job.isSubmittedAs(known.content.outline())) {
                throw new Unreadable("the stored content of job " + job.id() + " is not what the log says of it");
            }
            return known.job;
        });
    }

    /** Reads the content with this hash of a job, as {@link #read(Outline)} does, where no log says more of it. */
    public CompletionStage<Job> read(JobId job, String hash) {
        return known(job, hash).thenApply(known -> known.job);
    }

    private CompletionStage<JobCache.Known> known(JobId job, String hash) {
        return documents.read(List.of(name(job, hash, 0))).thenCompose(first -> {
            if (first.isEmpty() || first.get(0).body().length < CHUNK) {
                return CompletableFuture.completedFuture(parsed(job, hash, first));
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i <= MAX_BYTES / CHUNK; i++) {
                names.add(name(job, hash, i));
            }
            return documents.read(names).thenApply(all -> parsed(job, hash, all));
        });
    }

    private static JobCache.Known parsed(JobId job, String hash, List<Document> chunks) {
        byte[] content = joined(job, hash, chunks);
        JobCache.Known known = RECENT.get(hash);
        return known == null || !Arrays.equals(known.content.bytes(), content) ? read(job, hash, content) : known;
    }

    private static JobCache.Known read(JobId job, String wanted, byte[] content) {
        String hash = JobFile.hash(content);
        if (!hash.equals(wanted)) {
            throw new Unreadable("the stored content of job " + job + " is damaged: its hash is " + hash + ", but "
                    + wanted + " was submitted");
        }
        Job read = JobFile.read(Json.read(content));
        return RECENT.put(read, new Content(content, Outline.of(read, hash)));
    }

    private static byte[] joined(JobId job, String hash, List<Document> chunks) {
        var content = new ByteArrayOutputStream();
        for (int i = 0; content.size() == i * CHUNK; i++) {
            String name = name(job, hash, i);
            Document chunk = chunks.stream()
                    .filter(document -> document.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new Unreadable(
                            "the content of job " + job + " is not stored: there is no document " + name));
            content.writeBytes(chunk.body());
        }
        return content.toByteArray();
    }

    /**
     * Cache of parsed jobs by the hash of their content: the latest that this process wrote or read, as parsing takes
     * longer than anything else about a small job. What is read is used only if it has the very same bytes.
     * Thread-safe.
     */
    private static final class JobCache {

        /** Most jobs in the cache. */
        private static final int MOST = 64;

        /** Larger jobs are not cached. */
        private static final int LONGEST_BYTES = 64 << 10;

        /** A job and what it is encoded as. */
        private record Known(Job job, Content content) {}

        private final Map<String, Known> jobs = new LinkedHashMap<>();

        synchronized @Nullable Known get(String hash) {
            return jobs.get(hash);
        }

        /** Adds a job, unless it is large, and evicts the oldest of too many. */
        synchronized Known put(Job job, Content content) {
            var known = new Known(job, content);
            if (content.bytes().length > LONGEST_BYTES) {
                return known;
            }
            jobs.put(content.outline().contentHash(), known);
            if (jobs.size() > MOST) {
                var oldest = jobs.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
            return known;
        }
    }
}
