package io.sardonyx.cli;

import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.ReplicaView;
import io.sardonyx.follow.History;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
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
        } catch (IllegalArgumentException e) {
            throw new BadInput("--store: " + e.getMessage(), e);
        }
    }

    /** What the log of the store folds into, up to a position or to its end. */
    ReplicaView read(long upTo, History.Reader reader) {
        try (Store store = open()) {
            return History.read(store, upTo, PATIENCE, reader);
        } catch (TimeoutException e) {
            throw new Unreachable(address + ": " + e.getMessage() + "; is it running, and is the address right?", e);
        }
    }
}
