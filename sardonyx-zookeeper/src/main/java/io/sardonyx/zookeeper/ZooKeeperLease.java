package io.sardonyx.zookeeper;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Watch;
import io.sardonyx.zookeeper.ZooKeeperLeases.Tenure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease: an ephemeral znode that counts as held only within a deadline after its last verification, on this process's
 * monotonic clock. Thread-safe; mutable fields are guarded by this object's monitor.
 */
final class ZooKeeperLease implements Lease {

    /**
     * The fraction of the session timeout within which a verification is required; the margin covers the delay with
     * which a server forwards heartbeats to the leader.
     */
    private static final double BELIEVED_PART = 0.8;

    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperLease.class);

    private final ZooKeeperLeases leases;
    private final ZooKeeperConnection connection;
    private final Tenure tenure;
    private final long fence;

    /** Id of the session that owns the znode. */
    private final long session;

    private final long believedNanos;
    private final Set<Nudged> watches = ConcurrentHashMap.newKeySet();

    /** When the latest successful verification was sent, in {@link System#nanoTime()}. */
    private long provedAt;

    private long suspendedAt;

    /** Whether the connection was lost since {@link #suspendedAt}; cleared by a verification sent after that. */
    private boolean suspended;

    private boolean lost;

    ZooKeeperLease(ZooKeeperLeases leases, ZooKeeperConnection connection, Tenure tenure, Stat created, long sentAt) {
        this.leases = leases;
        this.connection = connection;
        this.tenure = tenure;
        this.fence = created.getCzxid();
        this.session = created.getEphemeralOwner();
        this.provedAt = sentAt;
        this.believedNanos = (long) (TimeUnit.MILLISECONDS.toNanos(connection.sessionTimeoutMillis()) * BELIEVED_PART);
    }

    /** A registered listener, with its own identity so that one callback may be registered twice. */
    private final class Nudged implements Watch {
        private final Runnable nudge;

        Nudged(Runnable nudge) {
            this.nudge = nudge;
        }

        @Override
        public void close() {
            watches.remove(this);
        }
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public Standing standing() {
        boolean isLate;
        synchronized (this) {
            if (lost) {
                return Standing.LOST;
            }
            isLate = System.nanoTime() - provedAt > believedNanos;
        }
        if (isLate || connection.isClosed()) {
            lose();
            return Standing.LOST;
        }
        synchronized (this) {
            return suspended || !connection.isConnected() ? Standing.SUSPENDED : Standing.HELD;
        }
    }

    @Override
    public Watch onChange(Runnable nudge) {
        var watch = new Nudged(nudge);
        watches.add(watch);
        return watch;
    }

    @Override
    public void close() {
        lose();
    }

    Tenure tenure() {
        return tenure;
    }

    void suspend() {
        synchronized (this) {
            suspended = true;
            suspendedAt = System.nanoTime();
        }
        nudgeAll();
    }

    /** Makes the lease lost for good, even if the session should survive; so the znode is deleted. */
    void lose() {
        synchronized (this) {
            if (lost) {
                return;
            }
            lost = true;
        }
        leases.release(this);
        nudgeAll();
    }

    /** Handles the expiry of some session: by the time of the event there may be a new one, with leases of its own. */
    void outliveSession() {
        if (!isSessionOurs()) {
            lose();
        }
    }

    /**
     * Handles the response to a verification.
     *
     * @param sentAt when the request was sent, so that the deadline is counted from before the server's answer
     */
    void judge(long sentAt, @Nullable Stat found, @Nullable Throwable failure) {
        if (failure != null) {
            if (Znodes.is(failure, Code.SESSIONEXPIRED)) {
                lose();
            }
        } else if (found != null && isOurs(found) && isSessionOurs()) {
            renew(sentAt);
        } else {
            lose();
        }
        standing(); // detects a deadline that has passed, and calls the listeners
    }

    private boolean isOurs(Stat stat) {
        return stat.getCzxid() == fence && stat.getEphemeralOwner() == session;
    }

    /**
     * Whether the lease's session is the current one. A znode may outlive its session's handle, but without heartbeats.
     */
    private boolean isSessionOurs() {
        try {
            return connection.zooKeeper().getSessionId() == session;
        } catch (KeeperException | IllegalStateException e) {
            return false;
        }
    }

    private void renew(long sentAt) {
        boolean isBack;
        synchronized (this) {
            if (sentAt - provedAt > 0) {
                provedAt = sentAt;
            }
            isBack = suspended && sentAt - suspendedAt >= 0;
            suspended &= !isBack;
        }
        if (isBack) {
            nudgeAll();
        }
    }

    private void nudgeAll() {
        for (var watch : watches) {
            try {
                watch.nudge.run();
            } catch (RuntimeException e) {
                LOG.warn("a nudge for {} has thrown; others are nudged nevertheless", tenure.path(), e);
            }
        }
    }
}
