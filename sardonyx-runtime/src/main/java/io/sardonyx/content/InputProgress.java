package io.sardonyx.content;

import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.Field;
import io.sardonyx.codec.Json;
import io.sardonyx.codec.JsonOut;
import io.sardonyx.job.Outline;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far the inputs of a job have come: their partition lists and checkpoints, which a job that resumes it gets a copy
 * of under its own id.
 */
public final class InputProgress {

    /** The key of a partition list that was copied from another job, and has to be compared with what is there now. */
    public static final String RESUMES = "resumes";

    private static final String PARTITIONS = "partitions";
    private static final int TOGETHER = 64;

    private final Documents documents;

    /**
     * A partition and where it was left.
     *
     * @param position where a reader goes on; null for the beginning
     * @param atEnd whether all of it was done
     */
    public record Reached(
            TaskName task, String partition, @Nullable String position, boolean atEnd) {}

    /** What was read of one input: its partitions, and the document of each that has one. */
    private record Progress(TaskName task, List<String> partitions, Map<String, Document> checkpoints) {}

    public InputProgress(Documents documents) {
        this.documents = documents;
    }

    /** The document with the names of an input's partitions. */
    public static String listOf(JobId job, TaskName task) {
        return DocumentName.of(PARTITIONS, job, task.text());
    }

    /** The document with the checkpoint of a partition. */
    public static String checkpointOf(JobId job, TaskName task, int partition) {
        return DocumentName.of("checkpoints", job, task.text(), Integer.toString(partition));
    }

    /** Where each partition of a job was left. What is damaged ends in {@link Unreadable}. */
    public CompletionStage<List<Reached>> read(Outline job) {
        return progress(job)
                .thenApply(inputs -> inputs.stream()
                        .flatMap(input -> reached(job.id(), input).stream())
                        .toList());
    }

    private static List<Reached> reached(JobId job, Progress input) {
        var reached = new ArrayList<Reached>();
        for (int i = 0; i < input.partitions.size(); i++) {
            Document document = input.checkpoints.get(checkpointOf(job, input.task, i));
            Field checkpoint = document == null ? null : parsed(document);
            Field position = checkpoint == null ? null : checkpoint.at("position");
            reached.add(new Reached(
                    input.task,
                    input.partitions.get(i),
                    position == null || position.isAbsent() ? null : position.text(),
                    checkpoint != null && checkpoint.at("atEnd").flag()));
        }
        return reached;
    }

    private static Field parsed(Document document) {
        try {
            return Json.read(document.body());
        } catch (BadInput e) {
            throw new Unreadable("document " + document.name() + " is damaged: " + e.getMessage(), e);
        }
    }

    private CompletionStage<List<Progress>> progress(Outline job) {
        CompletionStage<List<Progress>> all = CompletableFuture.completedFuture(List.of());
        for (TaskName input : job.inputs()) {
            all = all.thenCompose(before -> progress(job.id(), input).thenApply(one -> {
                var more = new ArrayList<>(before);
                more.add(one);
                return more;
            }));
        }
        return all;
    }

    private CompletionStage<Progress> progress(JobId job, TaskName task) {
        return documents.read(List.of(listOf(job, task))).thenCompose(list -> {
            List<String> partitions = list.isEmpty()
                    ? List.of()
                    : parsed(list.get(0)).at(PARTITIONS).items().stream()
                            .map(Field::text)
                            .toList();
            var names = new ArrayList<String>();
            for (int i = 0; i < partitions.size(); i++) {
                names.add(checkpointOf(job, task, i));
            }
            return readAll(names, 0)
                    .thenApply(found -> new Progress(
                            task,
                            partitions,
                            found.stream().collect(Collectors.toMap(Document::name, Function.identity()))));
        });
    }

    private CompletionStage<List<Document>> readAll(List<String> names, int from) {
        if (from >= names.size()) {
            return CompletableFuture.completedFuture(List.of());
        }
        List<String> some = names.subList(from, Math.min(names.size(), from + TOGETHER));
        return documents
                .read(some)
                .thenCompose(found -> readAll(names, from + TOGETHER).thenApply(rest -> {
                    var all = new ArrayList<>(found);
                    all.addAll(rest);
                    return all;
                }));
    }

    /**
     * Gives another job the progress of one that has ended, before it is submitted.
     *
     * @param goesOn whether partitions that were at their end are looked at again, since more may have come
     */
    public CompletionStage<Integer> copy(Outline from, JobId to, boolean goesOn) {
        return progress(from).thenCompose(inputs -> {
            CompletionStage<Integer> copied = CompletableFuture.completedFuture(0);
            for (Progress input : inputs) {
                for (int i = 0; i < input.partitions.size(); i++) {
                    Document document = input.checkpoints.get(checkpointOf(from.id(), input.task, i));
                    if (document != null) {
                        byte[] body = goesOn ? reopened(document) : document.body();
                        String name = checkpointOf(to, input.task, i);
                        copied = copied.thenCompose(count -> write(name, body).thenApply(done -> count + 1));
                    }
                }
                if (!input.partitions.isEmpty()) {
                    byte[] list = list(input.partitions, from.id());
                    copied = copied.thenCompose(
                            count -> write(listOf(to, input.task), list).thenApply(done -> count));
                }
            }
            return copied;
        });
    }

    private static byte[] list(List<String> partitions, JobId resumed) {
        return json(out -> out.texts(PARTITIONS, partitions).text(RESUMES, resumed));
    }

    /** The same checkpoint, not at its end. */
    private static byte[] reopened(Document document) {
        Field there = parsed(document);
        return json(out -> {
            if (!there.at("position").isAbsent()) {
                out.text("position", there.at("position").text());
            }
            out.flag("atEnd", false).number("fence", there.at("fence").whole(-1, Long.MAX_VALUE));
            return out;
        });
    }

    private static byte[] json(Function<JsonOut, JsonOut> fields) {
        var text = new StringWriter();
        fields.apply(Json.onto(text).begin()).end().flush();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Nobody else writes for a job that is not submitted, but an earlier try of the same copy. */
    private CompletionStage<Boolean> write(String name, byte[] body) {
        return documents
                .read(List.of(name))
                .thenCompose(there -> documents
                        .write(
                                name,
                                body,
                                there.isEmpty()
                                        ? Documents.ABSENT
                                        : there.get(0).version())
                        .thenApply(version -> {
                            if (version.isEmpty()) {
                                throw new IllegalStateException(
                                        "document " + name + " changes while it is written; try again");
                            }
                            return true;
                        }));
    }
}
