package io.sardonyx.store;

import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.port.Unreadable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** JSON form of lock documents, and of the document that remembers the fences of deleted ones. */
public final class LockCodec {

    private LockCodec() {}

    public static byte[] encoded(LockDocument lock) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        write(out, lock);
        out.end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the fields of a lock into a JSON object that is already open. */
    public static void write(JsonOut out, LockDocument lock) {
        out.text("holder", lock.holder())
                .number("expire", lock.expireMillis())
                .number("leaseMillis", lock.leaseMillis())
                .number("fence", lock.fence());
    }

    /** Reads the fields of a lock from a JSON object. */
    public static LockDocument read(Field root) {
        return new LockDocument(
                root.at("holder").text(),
                root.at("expire").position(),
                root.at("leaseMillis").position(),
                root.at("fence").position());
    }

    /**
     * Decodes the document of a lock.
     *
     * @throws Unreadable when the document is damaged
     */
    public static LockDocument decoded(String document, byte[] body) {
        try {
            return read(Json.read(body));
        } catch (BadInput | IllegalArgumentException damaged) {
            throw new Unreadable("document " + document + " is damaged: " + damaged.getMessage(), damaged);
        }
    }

    public static byte[] encodedFence(long fence) {
        return ("{\"fence\":" + fence + "}").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes the document of fences.
     *
     * @throws Unreadable when the document is damaged
     */
    public static long decodedFence(String document, byte[] body) {
        try {
            return Json.read(body).at("fence").position();
        } catch (BadInput damaged) {
            throw new Unreadable("document " + document + " is damaged: " + damaged.getMessage(), damaged);
        }
    }
}
