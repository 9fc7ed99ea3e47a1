package io.sardonyx.port;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Names that at most one living holder has: a pulse, a leadership, a partition. */
public interface Leases {

    /** The lease, or empty when somebody else holds the name. */
    CompletionStage<Optional<Lease>> claim(String name, String holder);

    CompletionStage<Boolean> isHeld(String name);

    /** Nudges when the name may have become free; at once if it already is. */
    Watch onFree(String name, Runnable nudge);
}
