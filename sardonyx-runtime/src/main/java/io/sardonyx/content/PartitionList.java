package io.sardonyx.content;

import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * List of all partitions of an input, in the order shared by all readers: the document {@code partitions/JOB/TASK}.
 *
 * <p>A list that is too long for one document is split into pages, {@code partitions/JOB/TASK/HASH/0} and so on, which
 * are written before the document that refers to them. Page names contain the hash of the list, so a page can only ever
 * hold the same bytes, and two readers that list at once do not mix up their pages.
 *
 * @param names in order of their indexes
 * @param progress where the progress of the partitions is stored
 * @param resumes the job it was copied from, until it was compared with the partitions that exist now
 */
public record PartitionList(
        List<String> names, Progress progress, @Nullable JobId resumes) {

    /** Where the progress of partitions is stored. */
    public enum Progress {
        /** A checkpoint by partition, as in the first format. */
        BY_PARTITION(""),
        /** A checkpoint by reader. */
        BY_READER("reader"),
        /** With the lease of each partition, in one document. */
        CLAIMED("claimed");

        private final String word;

        Progress(String word) {
            this.word = word;
        }

        private static Progress of(Field field) {
            String word = field.textOr("");
            for (Progress each : values()) {
                if (each.word.equals(word)) {
                    return each;
                }
            }
            throw field.wrong("is reader or claimed");
        }
    }

    /** @param byReader whether checkpoints are stored in one document by reader; else in one by partition */
    public PartitionList(List<String> names, boolean byReader, @Nullable JobId resumes) {
        this(names, byReader ? Progress.BY_READER : Progress.BY_PARTITION, resumes);
    }

    public boolean byReader() {
        return progress == Progress.BY_READER;
    }

    /** Most partitions of an input. */
    public static final int MOST_PARTITIONS = 1_000_000;

    /** Most pages of a list; a longer list is refused. */
    public static final int MOST_PAGES = 64;

    static final String PARTITIONS = "partitions";
    /* Bytes of a page besides the names: braces, key, brackets and the other fields of a single-document list. */
    private static final int BYTES_AROUND = 1024;
    /** Bytes of an escaped character in JSON. */
    private static final int BYTES_OF_CONTROL = 6;

    /**
     * A list read from the store.
     *
     * @param version of the head document, for a conditional write
     */
    public record Stored(PartitionList list, long version) {}

    /** Name of the head document, which is the list or refers to its pages. */
    public static String name(JobId job, TaskName task) {
        return DocumentName.of(PARTITIONS, job, task.text());
    }

    /** Prefix of the names of all pages of a list. */
    public static String prefixOfPages(JobId job, TaskName task) {
        return name(job, task) + "/";
    }

    private static String page(JobId job, TaskName task, String hash, int number) {
        return DocumentName.of(PARTITIONS, job, task.text(), hash, Integer.toString(number));
    }

    /** Reads a list, page by page. A damaged list, or one with a missing page, ends in {@link BadInput}. */
    public static CompletionStage<Optional<Stored>> read(Documents documents, JobId job, TaskName task) {
        return documents.read(List.of(name(job, task))).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            Document document = found.get(0);
            Field root = Json.read(document.body());
            Progress progress = Progress.of(root.at("checkpoints"));
            JobId resumes =
                    root.at("resumes").isAbsent() ? null : root.at("resumes").as(JobId::of);
            CompletionStage<List<String>> names = root.at("pages").isAbsent()
                    ? CompletableFuture.completedFuture(names(root, new ArrayList<>()))
                    : pages(documents, job, task, root);
            return names.thenApply(
                    all -> Optional.of(new Stored(new PartitionList(all, progress, resumes), document.version())));
        });
    }

    private static CompletionStage<List<String>> pages(Documents documents, JobId job, TaskName task, Field root) {
        int pages = (int) root.at("pages").whole(1, MOST_PAGES);
        int count = (int) root.at("count").whole(0, MOST_PARTITIONS);
        String hash = root.at("hash").text();
        CompletionStage<List<String>> all = CompletableFuture.completedFuture(new ArrayList<>(count));
        for (int i = 0; i < pages; i++) {
            String name = page(job, task, hash, i);
            all = all.thenCompose(before -> documents.read(List.of(name)).thenApply(found -> {
                if (found.isEmpty()) {
                    throw new BadInput("page " + name + " of a list of partitions is gone");
                }
                return names(Json.read(found.get(0).body()), before);
            }));
        }
        return all.thenApply(names -> {
            if (names.size() != count) {
                throw new BadInput("it has " + names.size() + " partitions in place of " + count);
            }
            return names;
        });
    }

    private static List<String> names(Field page, List<String> into) {
        page.at(PARTITIONS).items().forEach(name -> into.add(name.text()));
        return into;
    }

    /**
     * Writes it, pages first and the head last, so that readers never see an incomplete list.
     *
     * @return the version, or empty when the stored list is not at the version {@code seen}
     * @throws IllegalArgumentException that says why it cannot be stored
     */
    public CompletionStage<OptionalLong> write(Documents documents, JobId job, TaskName task, long seen) {
        List<Integer> ends = endsOfPages(task);
        if (ends.size() == 1) {
            return documents.write(name(job, task), bytes(0, names.size(), true, null), seen);
        }
        String hash = hash();
        CompletionStage<OptionalLong> written = CompletableFuture.completedFuture(OptionalLong.empty());
        for (int i = 0; i < ends.size(); i++) {
            int from = i == 0 ? 0 : ends.get(i - 1);
            int to = ends.get(i);
            String name = page(job, task, hash, i);
            written = written.thenCompose(
                    before -> documents.write(name, bytes(from, to, false, null), Documents.ABSENT));
        }
        return written.thenCompose(before ->
                documents.write(name(job, task), bytes(0, 0, true, new Pages(ends.size(), hash, names.size())), seen));
    }

    /** What the head document of a paged list says. */
    private record Pages(int pages, String hash, int count) {}

    private byte[] bytes(int from, int to, boolean head, @Nullable Pages pages) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        if (pages == null) {
            out.texts(PARTITIONS, names.subList(from, to));
        } else {
            out.number("pages", pages.pages).text("hash", pages.hash).number("count", pages.count);
        }
        if (head && progress != Progress.BY_PARTITION) {
            out.text("checkpoints", progress.word);
        }
        if (head && resumes != null) {
            out.text("resumes", resumes);
        }
        out.end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * End index of each page. Without checkpoints by reader there is one page only, as older releases do not know
     * pages.
     */
    private List<Integer> endsOfPages(TaskName task) {
        var ends = new ArrayList<Integer>();
        int room = Documents.MAX_BYTES - BYTES_AROUND;
        int left = room;
        for (int i = 0; i < names.size(); i++) {
            int length = bytesOf(names.get(i));
            if (length > left) {
                ends.add(i);
                left = room;
            }
            left -= length;
            if (left < 0) {
                throw new IllegalArgumentException(
                        "the name of a partition of task " + task + " has more than " + room + " bytes");
            }
        }
        ends.add(names.size());
        if (ends.size() > (isPaged() ? MOST_PAGES : 1) || names.size() > MOST_PARTITIONS) {
            throw new IllegalArgumentException("task " + task + " has " + names.size()
                    + " partitions; there may be " + MOST_PARTITIONS + ", whose names need no more than "
                    + (isPaged() ? MOST_PAGES * Documents.MAX_BYTES : Documents.MAX_BYTES)
                    + " bytes; read them by several tasks, or put small ones together"
                    + (isPaged()
                            ? ""
                            : "; a cluster all of whose processes are of this release takes " + MOST_PAGES
                                    + " times as many bytes"));
        }
        return ends;
    }

    private boolean isPaged() {
        return progress != Progress.BY_PARTITION;
    }

    /** Upper bound of a name's bytes in JSON, with quotes and a comma. */
    private static int bytesOf(String name) {
        int bytes = 3;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            bytes += c < ' ' || c == '"' || c == '\\' ? BYTES_OF_CONTROL : c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
        }
        return bytes;
    }

    private String hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String name : names) {
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
