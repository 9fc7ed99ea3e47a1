package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --at}: a log position at which to look at the cluster. */
public final class AtOption {

    @Option(names = "--at", paramLabel = "N", description = "As it was after entry N; now by default.")
    private @Nullable Long at;

    /** The position of the last entry to read; {@link Long#MAX_VALUE} for the end of the log. */
    public long position() {
        if (at != null && at < 0) {
            throw new BadInput("--at is the position of an entry, 0 or more, not " + at);
        }
        return at == null ? Long.MAX_VALUE : at;
    }
}
