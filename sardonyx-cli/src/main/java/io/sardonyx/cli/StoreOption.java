package io.sardonyx.cli;

import io.sardonyx.client.Client;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.ReplicaView;
import io.sardonyx.follow.History;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Option;

/** Which store a command talks to. */
final class StoreOption {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            required = true,
            description = "The cluster's store: file:/DIRECTORY or zookeeper://HOST:PORT/TENANCY.")
    private String address = "";

    String address() {
        return address;
    }

    Store open() {
        try {
            return Stores.open(address);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new BadInput("--store: " + e.getMessage(), e);
        }
    }

    /** A client of the cluster, which must be there. */
    Client connect() {
        try {
            return Client.connect(address, PATIENCE);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new BadInput("--store: " + e.getMessage(), e);
        }
    }

    /** The replica of a cluster, which must be there, after an entry or at the end of the log. */
    ReplicaView founded(long at) {
        try (Client client = connect()) {
            ReplicaView end = client.founded();
            if (at == Long.MAX_VALUE) {
                return end;
            }
            if (at > end.position()) {
                throw new BadInput("there is no entry " + at + " yet; the log ends at " + end.position());
            }
        }
        ReplicaView view = read(at, (entry, change) -> {});
        if (view.position() > at) {
            throw new BadInput("entry " + at + " is trimmed; the log begins behind entry " + view.position());
        }
        return view;
    }

    /** What the log of the store folds into, up to a position or to its end. */
    ReplicaView read(long upTo, History.Reader reader) {
        try (Store store = open()) {
            return History.read(store, upTo, PATIENCE, reader);
        } catch (TimeoutException e) {
            throw new StoreUnreachable(
                    shown() + ": " + e.getMessage() + "; is it running, and is the address right?", e);
        }
    }

    /** Without its settings: one may be a secret. */
    private String shown() {
        return address.replaceFirst("\\?.*", "");
    }
}
