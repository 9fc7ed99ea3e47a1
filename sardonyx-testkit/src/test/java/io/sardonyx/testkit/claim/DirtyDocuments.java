package io.sardonyx.testkit.claim;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Documents of a store whose reads are hints only: some are stale, some miss names that were just written, and some
 * show a write that a fail-over undoes.
 */
final class DirtyDocuments implements Documents {

    private static final double OFTEN = 0.05;
    private static final double SELDOM = 0.01;
    private static final long LONGEST_NANOS = 2 * NodeSimulation.SECOND;
    /* Versions of writes that are undone, which no other write has. */
    private static final long FIRST_UNDONE = 1L << 50;

    private final Documents documents;
    private final RandomGenerator random;
    private final VirtualTime time;
    private final Map<String, Undone> undone;
    private final BooleanSupplier calm;
    private final Map<String, Document> before = new HashMap<>();

    /** A write that was never applied, and until when it can be read. */
    record Undone(Document document, long untilNanos) {}

    DirtyDocuments(
            Documents documents,
            RandomGenerator random,
            VirtualTime time,
            Map<String, Undone> undone,
            BooleanSupplier calm) {
        this.documents = documents;
        this.random = random;
        this.time = time;
        this.undone = undone;
        this.calm = calm;
    }

    private boolean happens(double probability) {
        return !calm.getAsBoolean() && random.nextDouble() < probability;
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        return documents.read(names).thenApply(found -> {
            var shown = new ArrayList<Document>();
            for (Document document : found) {
                Undone wrong = undone.get(document.name());
                Document former = before.put(document.name(), document);
                if (wrong != null && wrong.untilNanos > time.nowNanos() && !calm.getAsBoolean()) {
                    shown.add(wrong.document);
                } else {
                    shown.add(former != null && happens(OFTEN) ? former : document);
                }
            }
            return shown;
        });
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return documents
                .names(prefix)
                .thenApply(
                        found -> found.stream().filter(name -> !happens(SELDOM)).toList());
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        if (happens(SELDOM)) {
            var document = new Document(name, body.clone(), FIRST_UNDONE + random.nextLong(1L << 40));
            undone.put(name, new Undone(document, time.nowNanos() + random.nextLong(LONGEST_NANOS)));
            var answer = new CompletableFuture<OptionalLong>();
            time.after(
                    random.nextLong(LONGEST_NANOS),
                    () -> answer.completeExceptionally(new IllegalStateException("no answer")));
            return answer;
        }
        return documents.write(name, body, seen);
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        return documents.delete(name, seen);
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        return documents.onChange(prefix, nudge);
    }
}
