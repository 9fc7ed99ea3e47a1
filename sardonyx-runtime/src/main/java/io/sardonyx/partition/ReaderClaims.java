package io.sardonyx.partition;

import io.sardonyx.content.PartitionList;
import io.sardonyx.lease.Candidate;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.loop.Deadline;
import io.sardonyx.plugin.Spread;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.input.ClaimedProgress;
import io.sardonyx.task.input.PartitionClaims;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Claims of one reader of an input, shared between its task loop, which asks, and {@link ClaimedInput}, which claims.
 * Thread-safe, except for what is said to be the claimer's.
 */
final class ReaderClaims implements PartitionClaims {

    /** What every reader of an input is to know. */
    record View(
            boolean exhausted,
            SortedMap<TaskName, Long> skipped,
            @Nullable String failure,
            @Nullable Waiting waiting) {

        static final View NOTHING = new View(false, Collections.emptySortedMap(), null, null);
    }

    /** A peer may hold any number of partitions, as far as its share goes. */
    private static final int WORKERS = PartitionList.MOST_PARTITIONS;

    private final Assignment reader;
    private final Candidate self;
    private final Runnable wake;
    private final Queue<ClaimedProgress> granted = new ConcurrentLinkedQueue<>();
    /* Written by the task loop. */
    private volatile boolean wanted;
    private volatile long turns;
    private volatile boolean closed;
    private volatile boolean first;
    private volatile NodeListDocument peers = NodeListDocument.EMPTY;
    private volatile @Nullable Spread spread;
    private volatile @Nullable List<String> listed;
    private volatile Runnable news = () -> {};
    /* Written by the claimer. */
    private volatile boolean listWanted;
    private volatile View view = View.NOTHING;
    /* The claimer's own: when it looks again for a partition to claim, and the state in which it found none. */
    private final Deadline again = new Deadline();
    private long foundNoneAt = -1;
    /* The turn since which it has not taken what was granted. */
    private long stuckAt = -1;

    /** @param wake called when there is something for the claimer to do */
    ReaderClaims(Assignment reader, Candidate self, Runnable wake) {
        this.reader = reader;
        this.self = self;
        this.wake = wake;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public @Nullable ClaimedProgress next(boolean wants) {
        ClaimedProgress next = granted.poll();
        turns = turns + 1;
        boolean more = wants && next == null;
        if (wanted != more) {
            wanted = more;
            if (more) {
                wake.run();
            }
        }
        return next;
    }

    @Override
    public boolean isExhausted() {
        return view.exhausted;
    }

    @Override
    public SortedMap<TaskName, Long> skipped() {
        return view.skipped;
    }

    @Override
    public void follow(int index, int all) {
        var nodes = new ArrayList<ListedNode>();
        for (int i = 0; i < all; i++) {
            nodes.add(new ListedNode(i == index ? self.token() : "peer " + i, WORKERS));
        }
        first = index == 0;
        peers = new NodeListDocument(nodes);
        wake.run();
    }

    @Override
    public void spread(Spread how) {
        if (spread == null) {
            spread = how;
            wake.run();
        }
    }

    @Override
    public boolean wantsList() {
        return listWanted;
    }

    @Override
    public void listed(List<String> partitions) {
        listWanted = false;
        listed = partitions;
        wake.run();
    }

    @Override
    public @Nullable String failure() {
        return view.failure;
    }

    @Override
    public @Nullable Waiting waiting() {
        return view.waiting;
    }

    @Override
    public void onNews(Runnable nudge) {
        news = nudge;
    }

    @Override
    public void close() {
        closed = true;
        wake.run();
    }

    /** Lets the claimer look soon. */
    void wake() {
        wake.run();
    }

    Assignment reader() {
        return reader;
    }

    Candidate self() {
        return self;
    }

    /** Whether it is the first peer of the input. */
    boolean isFirst() {
        return first && !closed;
    }

    /** The peers of the input, as far as it matters for an even distribution. */
    NodeListDocument peers() {
        return peers;
    }

    boolean isClosed() {
        return closed;
    }

    @Nullable
    Spread spread() {
        return spread;
    }

    /** Asks the task loop for a list of the partitions. */
    void askForList() {
        if (!listWanted && listed == null) {
            listWanted = true;
            news.run();
        }
    }

    /** The list that was asked for, if it has come. */
    @Nullable
    List<String> takeList() {
        List<String> there = listed;
        listed = null;
        return there;
    }

    /**
     * Whether a partition is to be looked for: none was found in the present state of the documents, unless some time
     * has passed in which leases may have ended.
     */
    boolean looksAt(long state, long nowNanos) {
        return wanted && !closed && turns != stuckAt && (state != foundNoneAt || again.isDue(nowNanos));
    }

    /** Takes note that there was no partition to claim. */
    void foundNone(long state, long againNanos) {
        foundNoneAt = state;
        again.set(againNanos);
    }

    /** Whether it waits for a partition although there was none to claim. */
    boolean isStarving() {
        return wanted && !closed && foundNoneAt >= 0;
    }

    /** Takes note that a partition is being claimed for it. */
    void claiming() {
        foundNoneAt = -1;
    }

    /** Takes note that it did not begin with a partition, so that it gets no other before its next turn. */
    void stuck() {
        stuckAt = turns;
    }

    /** Hands over a partition. */
    void grant(ClaimedProgress progress) {
        granted.add(progress);
        news.run();
    }

    void show(View latest) {
        if (!latest.equals(view)) {
            view = latest;
            news.run();
        }
    }
}
