package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.testkit.simulate.store.SimulatedConnection.PendingCall;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Client side of a simulated log: each call goes through a {@link SimulatedConnection}, which may delay or lose it. */
record ConnectedLog(String name, SimulatedStore store, SimulatedConnection connection) implements Log {

    @Override
    public CompletionStage<Long> append(List<byte[]> entries) {
        List<byte[]> own = StorePreconditions.entries(entries);
        SimulatedSession mine = connection.session();
        return connection.noted(
                new PendingCall(PendingCall.Kind.APPEND, name, own),
                connection.call(true, () -> store.append(name, own, mine)));
    }

    @Override
    public CompletionStage<Slice> read(long from, int limit) {
        StorePreconditions.range(from, limit);
        return connection.call(false, () -> store.log(name).read(from, limit));
    }

    @Override
    public CompletionStage<Optional<Origin>> origin() {
        return connection.call(false, () -> store.log(name).origin());
    }

    @Override
    public CompletionStage<Boolean> rebase(Origin origin) {
        return connection.call(true, () -> store.log(name).rebase(origin));
    }

    @Override
    public Watch onAppend(Runnable nudge) {
        return store.log(name).bell().add(connection.through(nudge));
    }
}
