package io.sardonyx.partition;

import io.sardonyx.content.PartitionCodec;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.lease.LeaderRound;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.lease.Sighting;
import io.sardonyx.plugin.Spread;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of an input that is listed again and again: creates the documents of those that are new, and removes
 * those of partitions that are gone, as the leader of nodes does. The first peer of the input has this duty; each write
 * is a compare-and-set, so two that believe to be the first do no harm. Confined to the thread of the group's turns.
 *
 * <p>The head document of the input remembers the highest fence of all documents that were removed, above which new
 * ones begin, and where names only grow the mark below which all are done:
 *
 * <pre>
 *   {"fence": 12, "mark": "2026-11-17.log"}
 * </pre>
 */
final class GrowingList {

    /** Partitions that are done before the mark of an input whose names only grow is moved. */
    private static final int MARK_EVERY = 100;

    /** Writes under way at a time. */
    private static final int TOGETHER = 32;

    private final JobId job;
    private final TaskName task;
    private final Spread spread;
    private final InputClaims.Setting setting;
    private final SeenPartitions seen;
    private final Deque<Runnable> writes = new ArrayDeque<>();
    private @Nullable List<String> names;
    private Head head = new Head(0, "");
    private long version = Documents.ABSENT;
    private int underWay;
    private boolean headUnderWay;
    /* Whether the list or the documents have changed since the last round. */
    private boolean fresh;
    private @Nullable String hindrance;

    /** What the head document says. */
    private record Head(long fence, String mark) {

        static Head read(byte[] body) {
            Field root = Json.read(body);
            return new Head(
                    root.at("fence").whole(0, Long.MAX_VALUE), root.at("mark").textOr(""));
        }

        byte[] bytes() {
            var text = new StringWriter();
            JsonOut out = Json.onto(text).begin().number("fence", fence);
            if (!mark.isEmpty()) {
                out.text("mark", mark);
            }
            out.end().finish();
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    GrowingList(JobId job, TaskName task, Spread spread, InputClaims.Setting setting, SeenPartitions seen) {
        this.job = job;
        this.task = task;
        this.spread = spread;
        this.setting = setting;
        this.seen = seen;
    }

    /** Name of the head document. */
    String name() {
        return PartitionCodec.head(job, task);
    }

    /** Takes over what a poll has found: the documents that are seen, and the head document, if there is one. */
    void polled(@Nullable Document found) {
        fresh = true;
        if (!headUnderWay) {
            head = found == null ? new Head(0, "") : Head.read(found.body());
            version = found == null ? Documents.ABSENT : found.version();
        }
    }

    /** Takes note that a partition was given back or is done. */
    void changed() {
        fresh = true;
    }

    /** Takes a new list. */
    void listed(List<String> now) {
        names = now;
        fresh = true;
    }

    /** Why partitions are not listed; null if they are. */
    @Nullable
    String hindrance() {
        return hindrance;
    }

    /** Writes what makes the documents those that are wanted; only the first peer of the input calls it. */
    boolean turn(long nowNanos) {
        List<String> listed = names;
        if (fresh && listed != null && writes.isEmpty() && underWay == 0 && !headUnderWay) {
            fresh = false;
            round(listed, nowNanos);
        }
        boolean any = false;
        while (underWay < TOGETHER && !writes.isEmpty()) {
            writes.remove().run();
            any = true;
        }
        return any;
    }

    private void round(List<String> listed, long nowNanos) {
        SortedTable<String, PartitionTask> wanted = wanted(listed);
        hindrance = wanted.size() <= ClaimedInput.MOST_PARTITIONS
                ? null
                : "the input of task " + task + " has " + wanted.size() + " partitions, but at most "
                        + ClaimedInput.MOST_PARTITIONS + " may be open; let it delete or move what is done";
        if (hindrance != null) {
            return;
        }
        LeaderRound round = LeaderRound.of(LockDocument.unheld(head.fence), wanted, seen.all(), nowNanos);
        if (round.fence() > head.fence) {
            write(new Head(round.fence(), head.mark));
            return;
        }
        round.remove().forEach(this::delete);
        round.create().forEach(this::create);
        if (writes.isEmpty()) {
            mark(wanted);
        }
    }

    private SortedTable<String, PartitionTask> wanted(List<String> listed) {
        var wanted = new TreeMap<String, PartitionTask>();
        for (String name : listed) {
            String document = PartitionCodec.name(job, task, name);
            if (isWanted(name, document)) {
                wanted.put(document, PartitionCodec.read(job, name));
            }
        }
        return SortedTable.of(wanted);
    }

    /**
     * Whether a listed partition is to have a document. Where the input removes partitions before they are recorded as
     * done, the document of one that is done goes first: what is listed by that name is another partition.
     */
    private boolean isWanted(String name, String document) {
        if (spread.done() == Spread.Done.REMOVED) {
            Sighting<PartitionDocument> known = seen.get(document);
            return known == null || !known.document().isDone();
        }
        return name.compareTo(head.mark) > 0;
    }

    /** Moves the mark of an input whose names only grow over those that are done, which are then forgotten. */
    private void mark(SortedTable<String, PartitionTask> wanted) {
        if (spread.done() != Spread.Done.BELOW_NEW_NAMES) {
            return;
        }
        var ordered = new TreeMap<String, String>();
        wanted.forEach((document, work) ->
                ordered.put(String.valueOf(work.arguments().get(PartitionCodec.PARTITION)), document));
        String mark = "";
        int done = 0;
        for (var partition : ordered.entrySet()) {
            Sighting<PartitionDocument> known = seen.get(partition.getValue());
            if (known == null || !known.document().isDone()) {
                break;
            }
            mark = partition.getKey();
            done++;
        }
        if (done >= MARK_EVERY) {
            write(new Head(head.fence, mark));
        }
    }

    private void write(Head next) {
        headUnderWay = true;
        setting.mailbox()
                .await(
                        setting.documents().write(name(), next.bytes(), version),
                        written -> {
                            headUnderWay = false;
                            if (written.isPresent()) {
                                head = next;
                                version = written.getAsLong();
                                fresh = true;
                            }
                        },
                        failure -> headUnderWay = false);
    }

    private void delete(Sighting<PartitionDocument> partition) {
        writes.add(() -> {
            underWay++;
            setting.mailbox()
                    .await(
                            setting.documents().delete(partition.name(), partition.version()),
                            deleted -> {
                                underWay--;
                                seen.gone(partition.name());
                            },
                            failure -> underWay--);
        });
    }

    private void create(String name, PartitionDocument partition) {
        writes.add(() -> {
            underWay++;
            setting.mailbox()
                    .await(
                            setting.documents().write(name, PartitionCodec.encode(partition), Documents.ABSENT),
                            written -> {
                                underWay--;
                                fresh = true;
                                if (written.isPresent()) {
                                    long nowNanos = setting.clock().getAsLong();
                                    seen.wrote(name, written.getAsLong(), partition, nowNanos);
                                }
                            },
                            failure -> underWay--);
        });
    }
}
