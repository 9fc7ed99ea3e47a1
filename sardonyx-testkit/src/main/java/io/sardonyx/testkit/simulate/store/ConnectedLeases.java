package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Client side of the simulated leases: each call goes through a {@link SimulatedConnection}; leases are bound to the
 * session under which they were claimed.
 */
record ConnectedLeases(StoredLeases stored, SimulatedConnection connection) implements Leases {

    @Override
    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
        StorePreconditions.name(name);
        SimulatedSession mine = connection.session();
        return connection.call(
                true, () -> stored.claim(name, holder, mine).map(fence -> new Held(connection, name, fence, mine)));
    }

    @Override
    public CompletionStage<Boolean> isHeld(String name) {
        return connection.call(false, () -> stored.isHeld(name));
    }

    @Override
    public Watch onFree(String name, Runnable nudge) {
        return stored.watch(StorePreconditions.name(name), connection.through(nudge));
    }

    /**
     * A lease held by this process. Its standing is what the client knows of its session, which may lag behind the
     * store.
     */
    private static final class Held implements Lease {

        private final SimulatedConnection connection;
        private final String name;
        private final long fence;
        private final SimulatedSession mine;
        private boolean closed;

        Held(SimulatedConnection connection, String name, long fence, SimulatedSession mine) {
            this.connection = connection;
            this.name = name;
            this.fence = fence;
            this.mine = mine;
        }

        @Override
        public long fence() {
            return fence;
        }

        @Override
        public Standing standing() {
            return closed ? Standing.LOST : mine.standing();
        }

        @Override
        public Watch onChange(Runnable nudge) {
            SimulatedWatches.Nudge way = connection.through(nudge);
            Runnable told = way::give;
            mine.watch(told);
            return () -> mine.unwatch(told);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                connection.release(name, fence, mine);
            }
        }
    }
}
