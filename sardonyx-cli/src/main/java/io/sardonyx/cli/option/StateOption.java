package io.sardonyx.cli.option;

import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Blobs;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option {@code --state}: where the state of jobs is stored. */
public final class StateOption {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--state",
            paramLabel = "URI",
            description = "Where the state of jobs is stored, such as file:/DIRECTORY that all processes share; by"
                    + " default in the cluster's store, if it is a directory. A cluster that already has an address"
                    + " must have this one.")
    private @Nullable String uri;

    /** The address, which is opened once before it is used; null if there is none. */
    public @Nullable String address() {
        if (uri != null) {
            check(uri);
        }
        return uri;
    }

    private void check(String given) {
        try {
            ClusterParameters.checkStateUri(given);
            Blobs opened = Stores.blobs(given);
            opened.close();
        } catch (IllegalArgumentException e) {
            throw new BadInput(Configuration.of(spec).nameOf("--state") + ": " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new StoreUnreachable(
                    "the storage of state cannot be used: " + e.getMessage()
                            + "; is this the right directory, and may this user write there?",
                    e);
        }
    }
}
