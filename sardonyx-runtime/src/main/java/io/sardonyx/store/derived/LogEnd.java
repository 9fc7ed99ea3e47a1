package io.sardonyx.store.derived;

import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.port.Unreadable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/**
 * What is in a log: the content of its end document.
 *
 * @param batches how many batches were ever appended, which is the number of the next
 * @param entries how many entries were ever appended, which is the position of the next
 * @param trimmedBatches batches below it are deleted or being deleted; written before the first deletion
 * @param trimmedEntries position of the first entry that is not trimmed
 * @param sweptBatches batches below it are deleted
 */
record LogEnd(long batches, long entries, long trimmedBatches, long trimmedEntries, long sweptBatches) {

    static final LogEnd EMPTY = new LogEnd(0, 0, 0, 0, 0);

    LogEnd {
        boolean isOrdered = 0 <= sweptBatches
                && sweptBatches <= trimmedBatches
                && trimmedBatches <= batches
                && 0 <= trimmedEntries
                && trimmedEntries <= entries
                && batches <= entries;
        if (!isOrdered) {
            throw new IllegalArgumentException(
                    "no log has " + batches + " batches with " + entries + " entries of which " + trimmedBatches
                            + " and " + trimmedEntries + " are trimmed and " + sweptBatches + " deleted");
        }
    }

    LogEnd appended(int count) {
        return new LogEnd(batches + 1, entries + count, trimmedBatches, trimmedEntries, sweptBatches);
    }

    LogEnd trimmed(long toBatch, long toEntry) {
        return new LogEnd(batches, entries, toBatch, toEntry, sweptBatches);
    }

    LogEnd swept(long toBatch) {
        return new LogEnd(batches, entries, trimmedBatches, trimmedEntries, Math.max(sweptBatches, toBatch));
    }

    byte[] encoded() {
        var text = new StringWriter();
        Json.onto(text)
                .begin()
                .number("batches", batches)
                .number("entries", entries)
                .number("trimmedBatches", trimmedBatches)
                .number("trimmedEntries", trimmedEntries)
                .number("sweptBatches", sweptBatches)
                .end()
                .finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** @throws Unreadable when the document is damaged */
    static LogEnd decoded(String document, byte[] body) {
        try {
            Field root = Json.read(body);
            return new LogEnd(
                    root.at("batches").position(),
                    root.at("entries").position(),
                    root.at("trimmedBatches").position(),
                    root.at("trimmedEntries").position(),
                    root.at("sweptBatches").position());
        } catch (BadInput | IllegalArgumentException damaged) {
            throw new Unreadable("document " + document + " is damaged: " + damaged.getMessage(), damaged);
        }
    }
}
