package io.sardonyx.store.derived;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the documents of one log.
 *
 * @param base what all of them begin with
 */
record LogNames(String base) {

    private static final Pattern CHUNK = Pattern.compile("(batch|origin)-(\\d{1,18})-([0-9a-f-]+)-(\\d{1,9})");

    /** Names of a log; a slash in its name must not be taken for one of ours. */
    static LogNames of(String log) {
        return new LogNames("logs/" + log.replace("%", "%25").replace("/", "%2F"));
    }

    String end() {
        return base + "/end";
    }

    String origin() {
        return base + "/origin";
    }

    String batch(long number) {
        return base + "/batches/" + number;
    }

    String chunks() {
        return base + "/chunks/";
    }

    /** Name of a chunk of a batch or origin, which is known by its number or position. */
    String chunk(ChunkOwner owner, String token, int index) {
        return chunks() + owner.kind().word + "-" + owner.number() + "-" + token + "-" + index;
    }

    /** Whose chunk it is; empty if the document is none of this log's chunks. */
    Optional<ChunkOwner> ownerOf(String name) {
        if (!name.startsWith(chunks())) {
            return Optional.empty();
        }
        Matcher chunk = CHUNK.matcher(name.substring(chunks().length()));
        if (!chunk.matches()) {
            return Optional.empty();
        }
        ChunkKind kind = chunk.group(1).equals(ChunkKind.BATCH.word) ? ChunkKind.BATCH : ChunkKind.ORIGIN;
        return Optional.of(new ChunkOwner(kind, Long.parseLong(chunk.group(2))));
    }

    /** The number of a batch by the name of its document. */
    OptionalLong numberOf(String name) {
        String prefix = base + "/batches/";
        return name.startsWith(prefix)
                ? OptionalLong.of(Long.parseLong(name.substring(prefix.length())))
                : OptionalLong.empty();
    }

    enum ChunkKind {
        BATCH("batch"),
        ORIGIN("origin");

        private final String word;

        ChunkKind(String word) {
            this.word = word;
        }
    }

    /** A batch by its number, or an origin by its position. */
    record ChunkOwner(ChunkKind kind, long number) {}
}
