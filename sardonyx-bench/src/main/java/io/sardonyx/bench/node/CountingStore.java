package io.sardonyx.bench.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Store that counts the calls of its documents, and the writes of partitions that are no renewals. */
final class CountingStore implements Store, Documents {

    private static final Pattern TENURE = Pattern.compile("\"holder\":\"(.+?)\".*\"fence\":(\\d+).*\"outstanding\"");

    private final Store store;
    private final LongAdder calls = new LongAdder();
    private final LongAdder changes = new LongAdder();
    /** Holder and fence of the last write of each partition by this process. */
    private final Map<String, String> tenures = new ConcurrentHashMap<>();

    CountingStore(Store store) {
        this.store = store;
    }

    long calls() {
        return calls.sum();
    }

    /** Successful writes and deletes of partitions that are no renewals. */
    long changes() {
        return changes.sum();
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        calls.increment();
        return store.documents().read(names);
    }

    @Override
    public CompletionStage<List<String>> names(String within) {
        calls.increment();
        return store.documents().names(within);
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        calls.increment();
        return store.documents().write(name, body, seen).thenApply(version -> {
            if (isPartition(name) && version.isPresent() && !isRenewal(name, body)) {
                changes.increment();
            }
            return version;
        });
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        calls.increment();
        return store.documents().delete(name, seen).thenApply(deleted -> {
            if (isPartition(name) && deleted) {
                changes.increment();
                tenures.remove(name);
            }
            return deleted;
        });
    }

    /** Of an input; the work of publishing the outputs is one for each job. */
    private static boolean isPartition(String name) {
        return name.contains("/work/") && !name.endsWith("seal");
    }

    /** Whether this process wrote the same holder and fence before. */
    private boolean isRenewal(String name, byte[] body) {
        Matcher tenure = TENURE.matcher(new String(body, UTF_8));
        String now = tenure.find() ? tenure.group(1) + tenure.group(2) : "";
        String before = tenures.put(name, now);
        return !now.isEmpty() && now.equals(before);
    }

    @Override
    public Watch onChange(String within, Runnable nudge) {
        return store.documents().onChange(within, nudge);
    }

    @Override
    public Log log(String name) {
        return store.log(name);
    }

    @Override
    public Documents documents() {
        return this;
    }

    @Override
    public Leases leases() {
        return store.leases();
    }

    @Override
    public void close() {
        store.close();
    }
}
