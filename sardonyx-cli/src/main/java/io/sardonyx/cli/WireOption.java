package io.sardonyx.cli;

import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.codec.BadInput;
import io.sardonyx.delivery.Secret;
import io.sardonyx.delivery.WireAddress;
import io.sardonyx.delivery.WireExchange;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a process is connected with the others of its cluster. */
final class WireOption {

    private static final int PATIENCE_SECONDS = 15;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--bind",
            paramLabel = "[WIRE://]HOST:PORT",
            converter = Endpoint.Reader.class,
            description = "Where other processes of the cluster reach these peers, by tcp:// (default) or aeron://;"
                    + " :PORT for this machine only, port 0 for any that is free (127.0.0.1:0).")
    private Endpoint bind = Endpoint.LOCAL;

    @Setting
    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            converter = Endpoint.Reader.class,
            description = "The address to announce to the cluster; by default that of --bind.")
    private @Nullable Endpoint advertise;

    @Setting
    @Option(
            names = "--wire",
            paramLabel = "KEY=VALUE",
            split = ",",
            description = "What only that kind of wire understands, such as tls.key=FILE; see docs/wires.md.")
    private Map<String, String> options = Map.of();

    /** Opens the wire; its secret is in the store. */
    WireExchange open(String cluster, Store store, SecureRandom chance) throws InterruptedException {
        Endpoint announced = advertise == null ? bind : advertise;
        if (!announced.isDefinite() || advertise != null && advertise.port() == 0) {
            throw new BadInput(name(advertise != null ? "--advertise" : "--bind") + ": nobody can reach " + announced
                    + "; say with --advertise HOST:PORT what others shall use");
        }
        var address = new WireAddress(
                bind.wire(), bind.host(), bind.port(), advertise == null ? null : advertise.toString(), options);
        try {
            return WireExchange.open(address, cluster, secret(store), new SplittableRandom(chance.nextLong()));
        } catch (IOException e) {
            throw new BadInput(name("--bind") + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new BadInput(name("--bind") + ", " + name("--wire") + ": " + e.getMessage(), e);
        }
    }

    private static String secret(Store store) throws InterruptedException {
        try {
            return Secret.of(store.documents()).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Unreadable unreadable) {
                throw unreadable;
            }
            throw new StoreUnreachable("the cluster's secret cannot be read: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new StoreUnreachable("the store did not tell the cluster's secret in time", e);
        }
    }

    private String name(String option) {
        return Configuration.of(spec).nameOf(option);
    }
}
