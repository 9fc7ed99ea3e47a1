package io.sardonyx.claim;

import io.sardonyx.lease.HeldLease;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.loop.Deadline;
import io.sardonyx.partition.DocumentLock;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.store.LockCodec;

/**
 * Election of the leader, as one node takes part in it. A leader that is unfit for a job cannot list its input; so it
 * gives up the lead if another node may be fit, after a lease at the earliest, so that it does its other work. A node
 * that is unfit for a job claims the lock later than others do. Confined to the node's thread.
 */
final class NodeElection {

    /**
     * Thirds of a lease for which the lock has to be unchanged before a node claims it that is unfit for a job: others
     * see that it is free, or expired, within four.
     */
    private static final int GIVE_WAY_THIRDS = 5;

    /**
     * Fifths of a lease after which the leader renews its lock: early enough for two attempts to fail, and late enough
     * for lock and polls to be two calls in a third of a lease.
     */
    private static final int RENEWAL_FIFTHS = 2;

    private final DocumentLock lock;
    private final WorkTable table;
    private final long leaseNanos;
    private final Deadline mayYield = new Deadline();
    private final Deadline mayContend = new Deadline();
    private long seenVersion = Documents.ABSENT;
    private boolean led;

    NodeElection(DocumentLock lock, WorkTable table, long leaseNanos) {
        this.lock = lock;
        this.table = table;
        this.leaseNanos = leaseNanos;
    }

    /** Takes note that the table is up to date. */
    void polled(long nowNanos) {
        Document leader = table.leader();
        long version = leader == null ? Documents.ABSENT : leader.version();
        if (version != seenVersion) {
            seenVersion = version;
            giveWay(nowNanos);
        }
    }

    private void giveWay(long nowNanos) {
        mayContend.set(nowNanos + GIVE_WAY_THIRDS * leaseNanos / 3);
    }

    /** Claims, renews or releases the lock; returns whether it called the store. */
    boolean turn(Moment now, ListedNode self, boolean leaving) {
        boolean leads = lock.mayActAt(now.nanos());
        if (leads && !led) {
            mayYield.set(now.nanos() + leaseNanos);
        }
        led = leads;
        boolean unfit = isUnfit(self);
        if (leaving || leads && unfit && mayYield.isDue(now.nanos())) {
            giveWay(now.nanos());
            return lock.lease() != null && lock.release(now, LockCodec::encoded, table::touchedLeader);
        }
        HeldLease lease = lock.lease();
        if (leads
                && lease != null
                && lock.isSettled()
                && now.nanos() - lease.sentNanos() < leaseNanos / 5 * RENEWAL_FIFTHS) {
            return false;
        }
        boolean contends = !unfit || !lock.isIdle() || mayContend.isDue(now.nanos());
        return contends && lock.contend(now, LockCodec::encoded, table::touchedLeader);
    }

    /** Whether there is a job for which this node is unfit, and another that is listed may be fit. */
    private boolean isUnfit(ListedNode self) {
        return !self.unfit().isEmpty()
                && self.unfit().keys().stream().anyMatch(job -> table.nodes().hasFitNode(job, self.token()));
    }
}
