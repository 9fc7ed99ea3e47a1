package io.sardonyx.engine;

import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.Field;
import io.sardonyx.codec.Json;
import io.sardonyx.content.DocumentName;
import io.sardonyx.content.InputProgress;
import io.sardonyx.content.Waiting;
import io.sardonyx.function.CallProgress;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
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
    private final CallProgress progress;
    private final StoreRetry store;
    private final Deadline retry = new Deadline();
    private long pauseNanos = SOON_NANOS;
    private final Map<Integer, Document> found = new TreeMap<>();
    private final TreeSet<Integer> finished = new TreeSet<>();
    /* What was left out of those that this peer has finished, where anything was. */
    private final Map<Integer, SortedMap<TaskName, Long>> skippedHere = new TreeMap<>();
    private final TreeSet<Integer> open = new TreeSet<>();
    private @Nullable List<String> names;
    /* The list of partitions, while it is a copy of another job's that nobody has compared with what is there now. */
    private @Nullable Document resumed;
    private boolean lookedForNames;
    private boolean asking;
    private boolean checkpointsRead;
    private long fence;
    private int index;
    private int peers = 1;

    Partitions(JobId job, TaskName task, Tuning tuning, Documents documents, Mailbox mailbox, CallProgress progress) {
        this.job = job;
        this.task = task;
        this.tuning = tuning;
        this.documents = documents;
        this.mailbox = mailbox;
        this.progress = progress;
        this.store = new StoreRetry(
                "a checkpoint or the list of partitions of task " + task + " of job " + job,
                "sardonyx job reset " + job + " " + task + " deletes what is damaged of them and says what will be read"
                        + " again");
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

    /**
     * Partitions that may be read from now on; looks for them step by step.
     *
     * @param most how many there may be
     */
    Map<Integer, ReadPartition> opened(Input input, int most, long nowNanos) throws Exception {
        if (asking || !retry.isDue(nowNanos) || !store.isDue(nowNanos)) {
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
        if (resumed != null) {
            compare(input, names, resumed);
            return Map.of();
        }
        return openMissing(names, most, nowNanos);
    }

    /** Of a job that resumes another: what was not done there must still be there, what is new comes behind it. */
    private void compare(Input input, List<String> before, Document list) throws Exception {
        progress.step();
        List<String> now = input.partitions();
        var gone = new ArrayList<String>();
        for (int i = 0; i < before.size(); i++) {
            if (!finished.contains(i) && !now.contains(before.get(i))) {
                gone.add(before.get(i));
            }
        }
        if (!gone.isEmpty()) {
            throw new IllegalStateException("the partitions of task " + task + " have changed since the job that this"
                    + " one resumes: not done and not there any more is " + String.join(", ", gone)
                    + "; bring it back, or submit the job with --again to read all from the beginning");
        }
        var merged = new LinkedHashSet<>(before);
        merged.addAll(now);
        List<String> together = List.copyOf(merged);
        ask(documents.write(list.name(), bytes(together), list.version()), written -> {
            resumed = null;
            names = written.isPresent() ? together : null;
            checkpointsRead = false;
        });
    }

    private void name(Input input) throws Exception {
        String document = nameOfList(job, task);
        if (lookedForNames) {
            progress.step();
            byte[] list = bytes(input.partitions());
            lookedForNames = false;
            ask(documents.write(document, list, Documents.ABSENT), written -> {});
            return;
        }
        ask(documents.read(List.of(document)), there -> {
            if (there.isEmpty()) {
                lookedForNames = true;
            } else {
                names = names(there.get(0).body());
                boolean copied = !Json.read(there.get(0).body())
                        .at(InputProgress.RESUMES)
                        .isAbsent();
                resumed = copied ? there.get(0) : null;
            }
        });
    }

    /** The document with the names of all partitions of a task. */
    static String nameOfList(JobId job, TaskName task) {
        return DocumentName.of("partitions", job, task.text());
    }

    /** One question at a time; what is damaged is no more an answer than silence is, and asked for again later. */
    private <T> void ask(CompletionStage<T> question, Consumer<T> onAnswer) {
        asking = true;
        mailbox.await(
                question,
                answer -> {
                    asking = false;
                    try {
                        onAnswer.accept(answer);
                        store.succeeded();
                    } catch (BadInput damaged) {
                        store.failed(new Unreadable("it is damaged: " + damaged.getMessage(), damaged));
                    }
                },
                failure -> {
                    asking = false;
                    store.failed(failure);
                });
    }

    /** What keeps it from finding or finishing partitions, or null. */
    @Nullable
    Waiting waiting() {
        return store.waiting();
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

    static List<String> names(byte[] body) {
        return Json.read(body).at("partitions").items().stream()
                .map(Field::text)
                .toList();
    }

    private void readCheckpoints() {
        ask(documents.read(documentsOf(all())), there -> {
            there.forEach(this::note);
            checkpointsRead = true;
        });
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
        int partition = Checkpoint.partitionIn(document.name());
        boolean atEnd = Checkpoint.read(document.body()).atEnd();
        found.put(partition, document);
        if (atEnd) {
            finished.add(partition);
        }
    }

    private Map<Integer, ReadPartition> openMissing(List<String> listed, int most, long nowNanos) {
        var opened = new TreeMap<Integer, ReadPartition>();
        for (int partition = index; partition < listed.size() && opened.size() < most; partition += peers) {
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
        if (names == null || resumed != null || !checkpointsRead || asking || !areFinished(mine)) {
            return false;
        }
        for (int partition = index; partition < names.size(); partition += peers) {
            if (!open.contains(partition) && !finished.contains(partition)) {
                return false;
            }
        }
        List<Integer> unfinished = new ArrayList<>(all());
        unfinished.removeIf(partition -> isMine(partition) || finished.contains(partition));
        if (!unfinished.isEmpty() && retry.isDue(nowNanos) && store.isDue(nowNanos)) {
            retry.set(nowNanos + pauseNanos);
            pauseNanos = Math.min(AGAIN_NANOS, 2 * pauseNanos); // most who share an input end at about the same time
            ask(documents.read(documentsOf(unfinished)), there -> there.forEach(this::note));
        }
        return unfinished.isEmpty();
    }

    private static boolean areFinished(List<ReadPartition> mine) {
        for (int i = 0; i < mine.size(); i++) {
            if (!mine.get(i).isFinished()) {
                return false;
            }
        }
        return true;
    }

    /** How long there is nothing to ask for; answers come by themselves. */
    long restNanos(long nowNanos) {
        long left = retry.leftNanos(nowNanos);
        return left == 0 || asking ? Long.MAX_VALUE : left;
    }

    /** One of this peer's is written down as done and at its end, and was closed. */
    void finish(int partition, SortedMap<TaskName, Long> leftOut) {
        open.remove(partition);
        finished.add(partition);
        found.remove(partition);
        if (!leftOut.isEmpty()) {
            skippedHere.put(partition, leftOut);
        }
    }

    /** How many there are for each of those that this peer has finished or has open, so that these tell of all. */
    double perKnown() {
        int known = 0;
        int mine = 0;
        for (int partition = index; names != null && partition < names.size(); partition += peers) {
            mine++;
            known += open.contains(partition) || finished.contains(partition) ? 1 : 0;
        }
        return known == 0 ? 1 : (double) mine / known;
    }

    /** What was left out of all partitions together, once they are exhausted. */
    SortedMap<TaskName, Long> skipped(Map<Integer, ReadPartition> mine) {
        var all = new TreeMap<TaskName, Long>();
        for (int partition : all()) {
            ReadPartition reader = mine.get(partition);
            Document document = found.get(partition);
            SortedMap<TaskName, Long> before = skippedHere.get(partition);
            if (before != null) {
                before.forEach((by, count) -> all.merge(by, count, Long::sum));
            } else if (reader != null) {
                reader.skipped().forEach((by, count) -> all.merge(by, count, Long::sum));
            } else if (document != null) {
                Checkpoint.read(document.body()).skipped().forEach((by, count) -> all.merge(by, count, Long::sum));
            }
        }
        return all;
    }
}
