package io.sardonyx.port;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Lease service: names that at most one live process holds, for liveness (a pulse), leadership or a partition. */
public interface Leases {

    /** Claims a lease; empty when another holder has it. */
    CompletionStage<Optional<Lease>> claim(String name, String holder);

    /**
     * How long the lease of a process that died may stay held: the time that other leases, such as locks in documents,
     * take from this store, too.
     */
    default Duration timeout() {
        return Duration.ofSeconds(10);
    }

    /** Whether some process holds the name, as of some moment between call and reply. */
    CompletionStage<Boolean> isHeld(String name);

    /** Watches a name: runs the callback when it may have become free; at once if it already is. */
    Watch onFree(String name, Runnable nudge);
}
