package io.sardonyx.task;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Documents of one thread that answer at once, unless their answers are to be lost. */
public final class Drawer implements Documents {

    public final Map<String, Document> documents = new TreeMap<>();
    public final List<String> writes = new ArrayList<>();
    public int loseAnswers;
    public int failReads;
    public int reads;

    /** Whether questions are kept without an answer. */
    public boolean silent;

    public final List<CompletableFuture<List<Document>>> unanswered = new ArrayList<>();
    /* Whether writes are under way until they are released. */
    boolean holding;
    final List<Runnable> held = new ArrayList<>();
    private long lastVersion;

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        reads++;
        if (silent) {
            var never = new CompletableFuture<List<Document>>();
            unanswered.add(never);
            return never;
        }
        if (failReads > 0) {
            failReads--;
            return CompletableFuture.failedFuture(new IllegalStateException("unreachable"));
        }
        return CompletableFuture.completedFuture(names.stream()
                .filter(documents::containsKey)
                .map(documents::get)
                .toList());
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return CompletableFuture.completedFuture(
                documents.keySet().stream().filter(it -> it.startsWith(prefix)).toList());
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        if (holding) {
            var answer = new CompletableFuture<OptionalLong>();
            held.add(() -> answer.complete(
                    write(name, body, seen).toCompletableFuture().join()));
            return answer;
        }
        Document there = documents.get(name);
        if ((there == null ? ABSENT : there.version()) != seen) {
            return CompletableFuture.completedFuture(OptionalLong.empty());
        }
        documents.put(name, new Document(name, body, ++lastVersion));
        writes.add(name);
        if (loseAnswers > 0) {
            loseAnswers--;
            return CompletableFuture.failedFuture(new IllegalStateException("no answer"));
        }
        return CompletableFuture.completedFuture(OptionalLong.of(lastVersion));
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        Document there = documents.get(name);
        boolean deletes = there != null && there.version() == seen;
        if (deletes) {
            documents.remove(name);
        }
        return CompletableFuture.completedFuture(deletes);
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        throw new UnsupportedOperationException("nobody does that here");
    }

    void release() {
        holding = false;
        held.forEach(Runnable::run);
        held.clear();
    }

    public Checkpoint checkpoint(String name) {
        Document document = documents.get(name);
        return document == null ? Checkpoint.BEGINNING : Checkpoint.read(document.body());
    }
}
