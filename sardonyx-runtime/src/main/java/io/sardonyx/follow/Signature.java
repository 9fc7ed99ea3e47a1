package io.sardonyx.follow;

import io.sardonyx.log.Provenance;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Provenance that a writer puts into its entries.
 *
 * @param by the user or program on whose behalf they are written, or null when the author is enough
 * @param via {@code cli}, {@code api} or {@code peer}
 * @param clock wall clock of the timestamps
 */
public record Signature(@Nullable String by, String via, InstantSource clock) {

    /** Provenance of a process of the cluster. */
    public static Signature peer(InstantSource clock) {
        return new Signature(null, "peer", clock);
    }

    Provenance now(int format) {
        return new Provenance(format, clock.instant(), by, via);
    }
}
