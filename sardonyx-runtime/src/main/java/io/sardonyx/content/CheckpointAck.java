package io.sardonyx.content;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.value.Assignment;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/**
 * What a peer tells the keeper along with its ack of a checkpoint: its part of the manifest, and for people how long it
 * took. A keeper of an older release reads the part and leaves the rest.
 *
 * @param alignMillis how long it had waited, with one of its marks, for the others
 * @param writeMillis how long it then took to store its state or to prepare its output
 */
public record CheckpointAck(Manifest.Part part, long alignMillis, long writeMillis) {

    /** What took less altogether is not told, so that most acks are as short as without. */
    private static final long LEAST_MILLIS = 10;

    /**
     * Encodes what a peer tells.
     *
     * @param part of the manifest, encoded; empty if the peer has none
     */
    public static byte[] words(Assignment self, byte[] part, long alignMillis, long writeMillis) {
        if (alignMillis + writeMillis < LEAST_MILLIS) {
            return part;
        }
        Manifest.Part own = part.length == 0
                ? new Manifest.Part(self.task(), self.slot(), null, false, null)
                : Manifest.Part.read(part);
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        own.write(out);
        out.number("alignMillis", alignMillis)
                .number("writeMillis", writeMillis)
                .end()
                .finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Decodes what a peer tells; of one that does not tell how long it took, both times are 0. */
    public static CheckpointAck read(byte[] words) {
        Field root = Json.read(words);
        return new CheckpointAck(
                Manifest.Part.of(root), millis(root.at("alignMillis")), millis(root.at("writeMillis")));
    }

    private static long millis(Field told) {
        return told.isAbsent() ? 0 : told.whole(0, Long.MAX_VALUE);
    }
}
