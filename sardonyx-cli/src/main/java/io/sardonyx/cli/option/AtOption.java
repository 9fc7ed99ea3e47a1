package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The moment of the cluster's history to look at. */
public final class AtOption {

    @Option(names = "--at", paramLabel = "N", description = "As it was after entry N; now by default.")
    private @Nullable Long at;

    /** The entry to stop after. */
    public long position() {
        if (at != null && at < 0) {
            throw new BadInput("--at is the position of an entry, 0 or more, not " + at);
        }
        return at == null ? Long.MAX_VALUE : at;
    }
}
