package io.sardonyx.cli.option;

import io.sardonyx.client.Client;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.Signature;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.store.file.FileStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which store a command talks to. */
public final class StoreOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            required = true,
            description = "The cluster's store: file:/DIRECTORY or zookeeper://HOST:PORT/TENANCY.")
    private String address = "";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeoutConverter.class,
            description = "How long to wait for each answer of the store, such as 500ms, 30s or 2m; 30s by default.")
    private Duration timeout = Client.PATIENCE;

    /** An address as it may be shown: what stands behind its question mark may be a password. */
    public static String withoutSecrets(String address) {
        int question = address.indexOf('?');
        return question < 0 ? address : address.substring(0, question) + "?…";
    }

    /** The address without secrets. */
    public String shown() {
        return withoutSecrets(address);
    }

    /** Whether it is a directory that other users of this machine have a right to. */
    public boolean isOpenToOthers() {
        return address.startsWith("file:")
                && FileStore.isOpenToOthers(Path.of(address.replaceFirst("^file:(//)?", "")));
    }

    public Store open() {
        return opened(() -> Stores.open(address));
    }

    /** How long each of its answers may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Whose entries those of this command are. */
    public static Signature signature() {
        return new Signature(System.getProperty("user.name"), "cli", InstantSource.system());
    }

    /** A client of the cluster, which must be there. */
    public Client connect() {
        return opened(() -> Client.connect(address, timeout, signature()));
    }

    private <T> T opened(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (IllegalArgumentException e) {
            String fault = String.valueOf(e.getMessage()).replace(address, shown());
            throw new BadInput(Configuration.of(spec).nameOf("--store") + ": " + fault, e);
        } catch (UncheckedIOException e) {
            throw new StoreUnreachable(
                    "the store cannot be used: " + e.getMessage()
                            + "; is this the right directory, and may this user write there?",
                    e);
        }
    }

    /** The replica of a cluster, which must be there, after an entry or at the end of the log. */
    public ReplicaView founded(long at) {
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
    public ReplicaView read(long upTo, LogScanner.Reader reader) {
        try (Store store = open()) {
            return LogScanner.read(store, upTo, timeout, reader);
        } catch (TimeoutException e) {
            throw new StoreUnreachable(shown() + ": " + e.getMessage(), e);
        }
    }
}
