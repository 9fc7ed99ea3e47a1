package io.sardonyx.queue;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.Documents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The brokers that all processes of a cluster share: a document in the cluster's store, written by the first process
 * that has brokers. A process with others is refused, for work that it gave there would never be found.
 */
public final class BrokerList {

    private static final String NAME = "broker/list";

    /** A broker as it is known here or was written down; the id is empty while it is not reached. */
    private record Entry(String id, String address) {

        static Entry parse(String line) {
            int blank = line.indexOf(' ');
            return new Entry(line.substring(0, Math.max(0, blank)), line.substring(blank + 1));
        }

        @Override
        public String toString() {
            return address + (id.isEmpty() ? "" : " (" + id + ")");
        }
    }

    private BrokerList() {}

    /**
     * Compares the brokers of this process with those of its cluster. Brokers that are not reached at present are taken
     * on trust.
     *
     * @return what differs, with both lists; null if nothing does
     */
    public static CompletionStage<@Nullable String> mismatch(List<Broker> brokers, Documents documents) {
        return entries(brokers).thenCompose(here -> mismatchWith(here, documents));
    }

    /** As {@link #mismatch}, but writes nothing down where no process has. */
    public static CompletionStage<@Nullable String> difference(List<Broker> brokers, Documents documents) {
        return entries(brokers)
                .thenCombine(
                        documents.read(List.of(NAME)),
                        (here, found) -> found.isEmpty()
                                ? null
                                : difference(here, parse(found.get(0).body())));
    }

    private static CompletionStage<List<Entry>> entries(List<Broker> brokers) {
        CompletionStage<List<Entry>> known = CompletableFuture.completedFuture(new ArrayList<>());
        for (Broker broker : brokers) {
            known = known.thenCombine(entry(broker), (before, next) -> {
                before.add(next);
                return before;
            });
        }
        return known;
    }

    /** The brokers that were written down, each with its address and id; none if no process had any. */
    public static CompletionStage<List<String>> written(Documents documents) {
        return documents
                .read(List.of(NAME))
                .thenApply(found -> found.isEmpty()
                        ? List.of()
                        : parse(found.get(0).body()).stream()
                                .map(Entry::toString)
                                .toList());
    }

    private static List<Entry> parse(byte[] body) {
        return new String(body, StandardCharsets.UTF_8)
                .lines()
                .map(Entry::parse)
                .toList();
    }

    private static CompletionStage<Entry> entry(Broker broker) {
        return broker.id().handle((id, failure) -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause instanceof BrokerUnavailable) {
                return new Entry("", broker.address());
            }
            if (failure != null) {
                throw failure instanceof RuntimeException known ? known : new CompletionException(failure);
            }
            return new Entry(id, broker.address());
        });
    }

    private static CompletionStage<@Nullable String> mismatchWith(List<Entry> here, Documents documents) {
        return documents.read(List.of(NAME)).thenCompose(found -> {
            if (!found.isEmpty()) {
                return CompletableFuture.completedFuture(
                        difference(here, parse(found.get(0).body())));
            }
            if (here.stream().anyMatch(entry -> entry.id().isEmpty())) {
                return CompletableFuture.completedFuture(null);
            }
            var body = new StringBuilder();
            here.forEach(entry ->
                    body.append(entry.id()).append(' ').append(entry.address()).append('\n'));
            // Of several writers the first wins, so it is read again in any case.
            return documents
                    .write(NAME, body.toString().getBytes(StandardCharsets.UTF_8), Documents.ABSENT)
                    .thenCompose(written -> mismatchWith(here, documents));
        });
    }

    private static @Nullable String difference(List<Entry> here, List<Entry> there) {
        /* In the same order, too: partitions are dealt by a broker's place in the list. */
        boolean same = here.size() == there.size();
        for (int i = 0; same && i < here.size(); i++) {
            same = here.get(i).id().isEmpty()
                    || here.get(i).id().equals(there.get(i).id());
        }
        return same
                ? null
                : "this process has the brokers " + text(here) + ", but those of its cluster are " + text(there);
    }

    private static String text(List<Entry> entries) {
        return String.join(", ", entries.stream().map(Entry::toString).toList());
    }
}
