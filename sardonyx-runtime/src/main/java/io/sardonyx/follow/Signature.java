package io.sardonyx.follow;

import io.sardonyx.log.Provenance;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What the entries of one writer say of their provenance.
 *
 * @param by the user or program that wants them, or null when their author says it all
 * @param via {@code cli}, {@code api} or {@code peer}
 */
public record Signature(@Nullable String by, String via, InstantSource clock) {

    /** Of a process of the cluster. */
    public static Signature peer(InstantSource clock) {
        return new Signature(null, "peer", clock);
    }

    Provenance now(int format) {
        return new Provenance(format, clock.instant(), by, via);
    }
}
