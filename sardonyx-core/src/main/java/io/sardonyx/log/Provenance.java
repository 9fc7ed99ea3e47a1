package io.sardonyx.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Audit information of an entry: who wanted it, when and how. Covered by the entry's checksum, and never folded.
 *
 * @param format the log format in which the entry is written
 * @param at the writer's wall clock
 * @param by the user or program that wanted it
 * @param via {@code cli}, {@code api} or {@code peer}
 */
public record Provenance(
        int format,
        @Nullable Instant at,
        @Nullable String by,
        @Nullable String via) {

    /** Of entries without provenance, as all of the first format. */
    public static final Provenance UNSAID = new Provenance(1, null, null, null);
}
