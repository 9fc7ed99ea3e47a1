package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.testkit.simulate.store.SimulatedConnection.PendingCall;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Client side of the simulated documents: each call goes through a {@link SimulatedConnection}, which may delay or lose
 * it.
 */
record ConnectedDocuments(StoredDocuments stored, SimulatedConnection connection) implements Documents {

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        List<String> wanted = List.copyOf(names);
        return connection.call(false, () -> stored.read(wanted));
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return connection.call(false, () -> stored.names(prefix));
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        StorePreconditions.name(name);
        byte[] own = StorePreconditions.body(name, body);
        return connection.noted(
                new PendingCall(PendingCall.Kind.WRITE, name),
                connection.call(true, () -> stored.write(name, own, seen)));
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        StorePreconditions.name(name);
        return connection.noted(
                new PendingCall(PendingCall.Kind.DELETE, name), connection.call(true, () -> stored.delete(name, seen)));
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        return stored.watch(prefix, connection.through(nudge));
    }
}
