package io.sardonyx.engine;

import io.sardonyx.codec.Field;
import io.sardonyx.codec.Json;
import io.sardonyx.content.DocumentName;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which partitions an input has, which of them this peer reads, and how far all of them are done.
 *
 * <p>The first peer that lists them writes the list down, and everybody goes by that: else two peers that see another
 * directory would both read a file, or neither.
 */
final class Partitions {

    private static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();
    private static final long SOON_NANOS = Duration.ofMillis(2).toNanos();

    private final JobId job;
    private final TaskName task;
    private final Tuning tuning;
    private final Documents documents;
    private final Mailbox mailbox;
    private final Deadline retry = new Deadline();
    private long pauseNanos = SOON_NANOS;
    private final Map<Integer, Document> found = new TreeMap<>();
    private final TreeSet<Integer> finished = new TreeSet<>();
    private final TreeSet<Integer> open = new TreeSet<>();
    private @Nullable List<String> names;
    private boolean lookedForNames;
    private boolean asking;
    private boolean checkpointsRead;
    private long fence;
    private int index;
    private int peers = 1;

    Partitions(JobId job, TaskName task, Tuning tuning, Documents documents, Mailbox mailbox) {
        this.job = job;
        this.task = task;
        this.tuning = tuning;
        this.documents = documents;
        this.mailbox = mailbox;
    }

    /** This peer is the {@code index}-th of so many. */
    void follow(long newFence, int newIndex, int newPeers) {
        fence = newFence;
        index = newIndex;
        peers = newPeers;
        checkpointsRead = false;
        pauseNanos = SOON_NANOS;
        open.removeIf(partition -> !isMine(partition));
    }

    /** Somebody else had it in between; it is opened again from where that one came to. */
    void reopen(int partition) {
        open.remove(partition);
        checkpointsRead = false;
    }

    boolean isMine(int partition) {
        return partition % peers == index;
    }

    /** Partitions that may be read from now on; looks for them step by step. */
    Map<Integer, ReadPartition> opened(Input input, long nowNanos) throws Exception {
        if (asking || !retry.isDue(nowNanos)) {
            return Map.of();
        }
        if (names == null) {
            name(input);
            return Map.of();
        }
        if (!checkpointsRead) {
            readCheckpoints();
            return Map.of();
        }
        return openMissing(names, nowNanos);
    }

    private void name(Input input) throws Exception {
        String document = DocumentName.of("partitions", job, task.text());
        byte[] list = lookedForNames ? bytes(input.partitions()) : null;
        asking = true;
        if (list != null) {
            mailbox.await(
                    documents.write(document, list, Documents.ABSENT),
                    written -> asking = false,
                    failed -> asking = false);
            lookedForNames = false;
            return;
        }
        mailbox.await(
                documents.read(List.of(document)),
                there -> {
                    asking = false;
                    lookedForNames = true;
                    if (!there.isEmpty()) {
                        names = names(there.get(0).body());
                    }
                },
                failed -> asking = false);
    }

    private byte[] bytes(List<String> partitions) {
        var text = new StringWriter();
        Json.onto(text).begin().texts("partitions", partitions).end().flush();
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > Documents.MAX_BYTES) {
            throw new IllegalArgumentException("task " + task + " has " + partitions.size()
                    + " partitions, whose names need more than " + Documents.MAX_BYTES
                    + " bytes; read them by several tasks, or put small ones together");
        }
        return bytes;
    }

    private static List<String> names(byte[] body) {
        return Json.read(body).at("partitions").items().stream()
                .map(Field::text)
                .toList();
    }

    private void readCheckpoints() {
        asking = true;
        mailbox.await(
                documents.read(documentsOf(all())),
                there -> {
                    asking = false;
                    checkpointsRead = true;
                    there.forEach(this::note);
                },
                failed -> asking = false);
    }

    private List<Integer> all() {
        return IntStream.range(0, names == null ? 0 : names.size()).boxed().toList();
    }

    private List<String> documentsOf(List<Integer> partitions) {
        return partitions.stream()
                .map(partition -> Checkpoint.name(job, task, partition))
                .toList();
    }

    private void note(Document document) {
        int partition =
                Integer.parseInt(document.name().substring(document.name().lastIndexOf('/') + 1));
        found.put(partition, document);
        if (Checkpoint.read(document.body()).atEnd()) {
            finished.add(partition);
        }
    }

    private Map<Integer, ReadPartition> openMissing(List<String> listed, long nowNanos) {
        var opened = new TreeMap<Integer, ReadPartition>();
        for (int partition = index; partition < listed.size(); partition += peers) {
            if (!finished.contains(partition) && !open.contains(partition)) {
                Document document = found.get(partition);
                Checkpoint from = document == null ? Checkpoint.BEGINNING : Checkpoint.read(document.body());
                if (from.fence() > fence) {
                    retry.set(nowNanos + AGAIN_NANOS);
                    checkpointsRead = false;
                    continue;
                }
                open.add(partition);
                opened.put(partition, read(listed.get(partition), partition, from, document));
            }
        }
        return opened;
    }

    private ReadPartition read(String name, int partition, Checkpoint from, @Nullable Document document) {
        return new ReadPartition(
                new ReadPartition.Place(task, name, Checkpoint.name(job, task, partition), tuning),
                from,
                document == null ? Documents.ABSENT : document.version(),
                documents,
                mailbox);
    }

    /** Whether all partitions, also those of others, are written down as done and at their end. */
    boolean isExhausted(List<ReadPartition> mine, long nowNanos) {
        if (names == null || !checkpointsRead || asking || !mine.stream().allMatch(ReadPartition::isFinished)) {
            return false;
        }
        for (int partition = index; partition < names.size(); partition += peers) {
            if (!open.contains(partition) && !finished.contains(partition)) {
                return false;
            }
        }
        List<Integer> unfinished = new ArrayList<>(all());
        unfinished.removeIf(partition -> isMine(partition) || finished.contains(partition));
        if (!unfinished.isEmpty() && retry.isDue(nowNanos)) {
            retry.set(nowNanos + pauseNanos);
            pauseNanos = Math.min(AGAIN_NANOS, 2 * pauseNanos); // most who share an input end at about the same time
            look(unfinished);
        }
        return unfinished.isEmpty();
    }

    private void look(List<Integer> partitions) {
        asking = true;
        mailbox.await(
                documents.read(documentsOf(partitions)),
                there -> {
                    asking = false;
                    there.forEach(this::note);
                },
                failed -> asking = false);
    }
}
