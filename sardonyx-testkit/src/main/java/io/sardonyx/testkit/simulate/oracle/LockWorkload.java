package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Workload of one process for the {@link LockOracle}: claims the lease, and while it holds it increments the counter
 * document by compare-and-set. Runs in turns on the simulation's thread.
 */
public final class LockWorkload {

    private static final long PAUSE_NANOS = 700_000_000;

    private final SimulatedConnection connection;
    private final LockOracle oracle;
    private final Mailbox mailbox = new Mailbox();
    private final Deadline next = new Deadline();
    private @Nullable Lease lease;
    /** The session under which the lease was claimed. */
    private SimulatedSession session;
    /** Whether a call to the store is outstanding. */
    private boolean busy;

    public LockWorkload(SimulatedConnection connection, LockOracle oracle) {
        this.connection = connection;
        this.oracle = oracle;
        this.session = connection.session();
        connection.leases().onFree(LockOracle.NAME, () -> mailbox.add(next::hasten));
    }

    /** One turn: claims the lease or increments the counter, unless a call is outstanding. */
    public void turn(long nowNanos) {
        mailbox.drain();
        if (lease != null && lease.standing() == Lease.Standing.LOST) {
            lease = null;
        }
        if (!busy && next.isDue(nowNanos)) {
            next.set(nowNanos + PAUSE_NANOS);
            busy = true;
            if (lease == null) {
                claim();
            } else {
                oracle.held(lease, session);
                raise();
            }
        }
    }

    private void claim() {
        SimulatedSession mine = connection.session();
        mailbox.await(
                connection.leases().claim(LockOracle.NAME, "clerk"),
                claimed -> {
                    busy = false;
                    lease = claimed.orElse(null);
                    session = mine;
                },
                failure -> busy = false);
    }

    /** Reads the counter and writes it plus one; compare-and-set refuses a write that is based on a stale version. */
    private void raise() {
        Documents documents = connection.documents();
        long acknowledged = oracle.highest();
        mailbox.await(
                documents.read(List.of(LockOracle.NAME)),
                found -> {
                    long seen =
                            found.isEmpty() ? Documents.ABSENT : found.get(0).version();
                    long number = found.isEmpty() ? 0 : number(found.get(0));
                    oracle.read(number, acknowledged);
                    mailbox.await(
                            documents.write(LockOracle.NAME, bytes(number + 1), seen),
                            written -> {
                                busy = false;
                                written.ifPresent(version -> oracle.raised(number + 1));
                            },
                            failure -> busy = false);
                },
                failure -> busy = false);
    }

    private static long number(Document document) {
        return ByteBuffer.wrap(document.body()).getLong();
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
