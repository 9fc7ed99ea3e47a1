package io.sardonyx.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who wanted an entry, when and how: written for people who read the log, covered by its checksum, and never folded.
 *
 * @param format the format in which the entry is written
 * @param at the writer's clock
 * @param by the user or program that wanted it
 * @param via {@code cli}, {@code api} or {@code peer}
 */
public record Provenance(
        int format,
        @Nullable Instant at,
        @Nullable String by,
        @Nullable String via) {

    /** Of entries that say nothing, as all of the first format. */
    public static final Provenance UNSAID = new Provenance(1, null, null, null);
}
