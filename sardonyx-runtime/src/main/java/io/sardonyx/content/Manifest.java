package io.sardonyx.content;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.content.ManifestTooLarge.Kind;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Manifest of a checkpoint: what every peer has told of it. From this a job goes on after a crash.
 *
 * <p>It is stored in chunks, {@code manifests/JOB/NUMBER-HASH/0} and so on; the first chunk that is not full is the
 * last. Names contain the hash, so a document can only ever hold the same bytes.
 *
 * @param number of the checkpoint
 * @param skipped segments that each task has skipped since the job began
 * @param end whether it is the last checkpoint of the job that made it, and why
 * @param parts of all peers that have something to tell
 */
public record Manifest(long number, SortedMap<TaskName, Long> skipped, End end, List<Part> parts) {

    /** What a checkpoint is to the job that made it. */
    public enum End {
        /** Others come behind it. */
        NONE,
        /** The last one of a job that was stopped, before its tasks had given what they give in the end. */
        STOPPED,
        /** The last one: all inputs are read to their ends, and what tasks give in the end is part of it. */
        FINISHED
    }

    /** Kind of the documents, as their names begin. */
    static final String KIND = "manifests";

    /** Manifest of the beginning of a job. */
    public static final Manifest EMPTY = new Manifest(0, Collections.emptySortedMap(), List.of());

    /** Longest manifest in bytes. */
    private static final int MAX_BYTES = 8 << 20;

    private static final int CHUNK = Documents.MAX_BYTES;

    public Manifest {
        parts = List.copyOf(parts);
    }

    /** Manifest of a checkpoint that is not the last. */
    public Manifest(long number, SortedMap<TaskName, Long> skipped, List<Part> parts) {
        this(number, skipped, End.NONE, parts);
    }

    /**
     * What one peer tells of a checkpoint.
     *
     * @param reader how far an input has read its partitions; null for other tasks
     * @param ended whether an input has read all its partitions to their ends
     * @param bundle what an output has prepared, to be committed; null if it has nothing
     * @param state where the state of a task is; null for a task that has none
     */
    public record Part(
            TaskName task,
            int slot,
            @Nullable ReaderCheckpoint reader,
            boolean ended,
            @Nullable String bundle,
            @Nullable StatePart state) {

        public Part(
                TaskName task, int slot, @Nullable ReaderCheckpoint reader, boolean ended, @Nullable String bundle) {
            this(task, slot, reader, ended, bundle, null);
        }

        /** The same with the state of the task. */
        public Part with(StatePart other) {
            return new Part(task, slot, reader, ended, bundle, other);
        }

        /** Whether it says nothing that anybody has to know in order to go on from the checkpoint. */
        public boolean isEmpty() {
            return reader == null && bundle == null && state == null;
        }

        /**
         * Encodes it as JSON.
         *
         * @throws ManifestTooLarge if a text in it is too long
         */
        public byte[] bytes() {
            var text = new StringWriter();
            JsonOut out = Json.onto(text).begin();
            write(out);
            out.end().finish();
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        void write(JsonOut out) {
            out.text("task", task).number("slot", slot);
            if (reader != null) {
                String positions = new String(reader.bytes(), StandardCharsets.UTF_8);
                out.text("reader", ManifestTooLarge.checked(task, Kind.POSITIONS, positions))
                        .flag("ended", ended);
            }
            if (bundle != null) {
                out.text("bundle", ManifestTooLarge.checked(task, Kind.BUNDLES, bundle));
            }
            if (state != null) {
                state.write(out.begin("state"));
                out.end();
            }
        }

        /** Decodes what {@link #bytes} encoded. */
        public static Part read(byte[] body) {
            return of(Json.read(body));
        }

        static Part of(Field field) {
            Field reader = field.at("reader");
            Field bundle = field.at("bundle");
            Field state = field.at("state");
            return new Part(
                    field.at("task").as(TaskName::of),
                    (int) field.at("slot").whole(0, Integer.MAX_VALUE),
                    reader.isAbsent()
                            ? null
                            : ReaderCheckpoint.read(reader.text().getBytes(StandardCharsets.UTF_8)),
                    !reader.isAbsent() && field.at("ended").flag(),
                    bundle.isAbsent() ? null : bundle.text(),
                    state.isAbsent() ? null : StatePart.read(state));
        }
    }

    /** How far the partitions of an input were read, by all its peers. */
    public ReaderCheckpoint reader(TaskName input) {
        Collection<ReaderCheckpoint> readers = new ArrayList<>();
        for (Part part : parts) {
            if (part.reader != null && part.task.equals(input)) {
                readers.add(part.reader);
            }
        }
        return ReaderCheckpoint.merged(readers);
    }

    /** Where the state of a task is, at all its peers. */
    public List<StatePart> states(TaskName task) {
        return parts.stream()
                .filter(part -> part.task.equals(task))
                .map(Part::state)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The outputs that have prepared something to be committed. */
    public SortedSet<TaskName> tasksWithBundles() {
        var tasks = new TreeSet<TaskName>();
        for (Part part : parts) {
            if (part.bundle != null) {
                tasks.add(part.task);
            }
        }
        return tasks;
    }

    /** Encodes it as JSON. */
    public byte[] bytes() {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin().number("number", number);
        out.beginUnlessEmpty("skipped");
        skipped.forEach((task, count) -> out.number(task.text(), count));
        out.end();
        if (end != End.NONE) {
            out.text("end", end.name().toLowerCase(Locale.ROOT));
        }
        out.beginList("parts");
        parts.forEach(part -> {
            out.begin();
            part.write(out);
            out.end();
        });
        out.endList().end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Decodes what {@link #bytes} encoded. */
    public static Manifest read(byte[] body) {
        Field root = Json.read(body);
        return new Manifest(
                root.at("number").whole(0, Long.MAX_VALUE),
                Checkpoint.skipped(root.at("skipped")),
                root.at("end").isAbsent() ? End.NONE : root.at("end").as(Manifest::end),
                root.at("parts").items().stream().map(Part::of).toList());
    }

    private static End end(String word) {
        return End.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static String name(JobId job, long number, String hash, int chunk) {
        return DocumentName.of(KIND, job, number + "-" + hash, Integer.toString(chunk));
    }

    /**
     * Writes a manifest; the result is its hash, once all of it is stored.
     *
     * @throws ManifestTooLarge when it is too long
     */
    public static CompletionStage<String> write(Documents documents, JobId job, Manifest manifest) {
        byte[] bytes = manifest.bytes();
        if (bytes.length > MAX_BYTES) {
            throw ManifestTooLarge.of(job, manifest, bytes.length, MAX_BYTES);
        }
        String hash = JobFile.hash(bytes);
        CompletionStage<?> written = CompletableFuture.completedFuture(true);
        for (int i = 0; i <= bytes.length / CHUNK; i++) {
            String name = name(job, manifest.number, hash, i);
            byte[] chunk = Arrays.copyOfRange(bytes, i * CHUNK, Math.min(bytes.length, (i + 1) * CHUNK));
            written = written.thenCompose(done -> documents.write(name, chunk, Documents.ABSENT));
        }
        return written.thenApply(done -> hash);
    }

    /** Reads the manifest of a completed checkpoint, or that of the beginning for null. */
    public static CompletionStage<Manifest> read(
            Documents documents, JobId job, @Nullable CompletedCheckpoint checkpoint) {
        if (checkpoint == null) {
            return CompletableFuture.completedFuture(EMPTY);
        }
        return chunk(documents, checkpoint.owner(job), checkpoint, 0, new ByteArrayOutputStream());
    }

    private static CompletionStage<Manifest> chunk(
            Documents documents, JobId job, CompletedCheckpoint checkpoint, int index, ByteArrayOutputStream before) {
        String name = name(job, checkpoint.number(), checkpoint.manifest(), index);
        return documents.read(List.of(name)).thenCompose(found -> {
            if (found.isEmpty() || before.size() > MAX_BYTES) {
                throw new Unreadable("the manifest of checkpoint " + checkpoint.number() + " of job " + job
                        + " is not stored: there is no document " + name);
            }
            Document document = found.get(0);
            before.writeBytes(document.body());
            if (document.body().length == CHUNK) {
                return chunk(documents, job, checkpoint, index + 1, before);
            }
            byte[] all = before.toByteArray();
            if (!JobFile.hash(all).equals(checkpoint.manifest())) {
                throw new Unreadable("the manifest of checkpoint " + checkpoint.number() + " of job " + job
                        + " is damaged: its hash is not that in the log");
            }
            return CompletableFuture.completedFuture(read(all));
        });
    }

    /**
     * Deletes the manifests of a job up to its latest checkpoint, but for those that are kept; best effort.
     *
     * <p>It is safe from any view, however old: which ones are kept of those up to the latest only shrinks by later
     * entries, and a number that is not above the latest can never be completed.
     */
    public static CompletionStage<?> deleteOthers(Documents documents, JobId job, Checkpoints checkpoints) {
        String prefix = DocumentName.of(KIND, job) + "/";
        return documents.names(prefix).thenCompose(names -> {
            List<String> old = names.stream()
                    .filter(name -> isOver(name, job, checkpoints.latestNumber(), checkpoints.all()))
                    .toList();
            return documents.read(old).thenCompose(found -> {
                CompletionStage<?> deleted = CompletableFuture.completedFuture(true);
                for (Document document : found) {
                    deleted = deleted.thenCompose(done -> documents.delete(document.name(), document.version()));
                }
                return deleted;
            });
        });
    }

    /**
     * Whether a document is a part of a manifest that no view of the log needs any more.
     *
     * @param latest number of the latest checkpoint
     * @param needed the checkpoints whose manifests are needed
     */
    static boolean isOver(String name, JobId job, long latest, List<CompletedCheckpoint> needed) {
        String prefix = DocumentName.of(KIND, job) + "/";
        if (!name.startsWith(prefix)) {
            return false;
        }
        String rest = name.substring(prefix.length());
        return numberIn(rest) <= latest
                && needed.stream().noneMatch(kept -> rest.startsWith(kept.number() + "-" + kept.manifest() + "/"));
    }

    private static long numberIn(String rest) {
        int end = rest.indexOf('-');
        try {
            return end < 0 ? Long.MAX_VALUE : Long.parseLong(rest.substring(0, end));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
