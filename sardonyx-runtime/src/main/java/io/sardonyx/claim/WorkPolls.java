package io.sardonyx.claim;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Polling of the documents of nodes: when all of them are read, and when the store is asked for names that are not
 * known yet. Confined to the node's thread, except for the nudges of the store.
 *
 * <p>A poll is one request, since what is known is read by name. Names are asked for only after a sign that there are
 * new ones: the index has changed, which the leader sees to when it has created partitions; or the document has that
 * submitters of calls write; or the poll before found some. A sign may be lost, so one poll of {@value #NAMES_EVERY}
 * asks without one.
 */
final class WorkPolls {

    /** Polls of which one asks for names without a sign that there are new ones. */
    private static final int NAMES_EVERY = 9;

    private final Documents documents;
    private final Mailbox mailbox;
    private final WorkTable table;
    private final Listener listener;
    private final long thirdNanos;
    private final List<Watch> watches;
    private final Deadline next = new Deadline();
    private final Deadline answerBy = new Deadline();
    private final Deadline nextCheck = new Deadline();
    /** Set by the store's thread, cleared by the node's. */
    private volatile boolean nudged;

    private boolean polling;
    private long polls;
    private int pollsBeforeNames;
    private long lastNearEnd;
    private long soonNanos;
    private boolean expecting;
    private long checkPauseNanos;

    /** Whoever needs what is read. */
    interface Listener {

        /** A poll begins. */
        void polling();

        /** It has ended; returns whether what was read could be used. */
        boolean polled(DamageTolerantRead read);

        void failed(Throwable failure);
    }

    /** @param thirdNanos a third of a lease, after which all documents are read again */
    WorkPolls(Documents documents, Mailbox mailbox, WorkTable table, long thirdNanos, Listener listener) {
        this.documents = documents;
        this.mailbox = mailbox;
        this.table = table;
        this.thirdNanos = thirdNanos;
        this.listener = listener;
        this.soonNanos = thirdNanos;
        this.checkPauseNanos = thirdNanos / 10;
        this.watches = List.of(
                documents.onChange(ClaimDocuments.INDEX, this::nudge),
                documents.onChange(ClaimDocuments.CALLS, this::nudge));
    }

    /** Lets a poll come soon; for any thread. */
    private void nudge() {
        nudged = true;
        mailbox.wake();
    }

    /** Lets a poll come now. */
    void hasten() {
        next.hasten();
    }

    /** Lets the next poll ask for names. */
    void askForNames() {
        pollsBeforeNames = 0;
    }

    /**
     * Reads all documents: after a third of a lease, and soon after the index has changed. More often by the leader
     * while the last partitions of a job are worked on, but the less often the longer none of them ends; and by a node
     * with workers to spare when new documents are expected, since they are created one after the other. Names are a
     * hint, so a document that is not listed yet is seen a little later.
     *
     * @param nearEnd what is left to do of jobs that are near their end, if this node leads
     * @param hasSpare whether this node has workers to spare
     * @return whether it called the store
     */
    boolean turn(long nowNanos, long nearEnd, boolean hasSpare) {
        if (polling && answerBy.isDue(nowNanos)) {
            polling = false;
        }
        if (nearEnd != lastNearEnd) {
            lastNearEnd = nearEnd;
            soonNanos = thirdNanos / 30;
        }
        boolean soon = nearEnd > 0 || expecting && hasSpare;
        boolean due = next.isDue(nowNanos) || soon && next.leftNanos(nowNanos) < thirdNanos - soonNanos;
        if (polling || !due) {
            return !polling && checkNudge(nowNanos);
        }
        boolean asks = expecting || pollsBeforeNames == 0;
        pollsBeforeNames = asks ? NAMES_EVERY - 1 : pollsBeforeNames - 1;
        soonNanos = Math.min(thirdNanos, 2 * soonNanos);
        expecting &= soonNanos < thirdNanos;
        poll(nowNanos, asks);
        return true;
    }

    private void poll(long nowNanos, boolean asks) {
        nudged = false;
        polling = true;
        listener.polling();
        next.set(nowNanos + thirdNanos);
        answerBy.set(nowNanos + thirdNanos);
        long number = ++polls;
        LinkedHashSet<String> known = table.names();
        CompletionStage<DamageTolerantRead> read = asks
                ? documents.names(ClaimDocuments.WORK_PREFIX).thenCompose(names -> {
                    known.addAll(names);
                    return DamageTolerantRead.inTurns(documents, List.copyOf(known));
                })
                : DamageTolerantRead.inTurns(documents, List.copyOf(known));
        mailbox.await(read, found -> polled(number, found), failure -> failed(number, failure));
    }

    private void polled(long number, DamageTolerantRead read) {
        if (number != polls || !polling) {
            return;
        }
        polling = false;
        long index = table.indexVersion();
        long calls = table.callsVersion();
        if (listener.polled(read) && (index != table.indexVersion() || calls != table.callsVersion() || table.grew())) {
            expect();
        }
    }

    private void failed(long number, Throwable failure) {
        if (number == polls) {
            polling = false;
            listener.failed(failure);
        }
    }

    /** Lets the next polls ask for names, and come soon if workers are to spare. */
    private void expect() {
        checkPauseNanos = thirdNanos / 10;
        soonNanos = thirdNanos / 10;
        expecting = true;
    }

    /**
     * Looks after a nudge whether the index has changed or calls were submitted, and reads all documents soon if so. A
     * store may nudge for any document, such as the renewals of others; so this happens the less often the more nudges
     * were for nothing, until a poll finds something new.
     */
    private boolean checkNudge(long nowNanos) {
        if (!nudged || checkPauseNanos >= thirdNanos || !nextCheck.isDue(nowNanos)) {
            return false;
        }
        nudged = false;
        nextCheck.set(nowNanos + checkPauseNanos);
        checkPauseNanos *= 2;
        mailbox.await(
                documents.read(List.of(ClaimDocuments.INDEX, ClaimDocuments.CALLS)), this::checked, failure -> {});
        return true;
    }

    private void checked(List<Document> found) {
        if (found.stream().anyMatch(document -> document.version() != table.version(document.name()))) {
            next.hasten();
            expect();
        }
    }

    void close() {
        watches.forEach(Watch::close);
    }
}
