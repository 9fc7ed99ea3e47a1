package io.sardonyx.store.derived;

import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.port.Unreadable;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** JSON form of lock documents, and of the document that remembers the fences of deleted ones. */
final class LockCodec {

    private LockCodec() {}

    static byte[] encoded(LockDocument lock) {
        var text = new StringWriter();
        Json.onto(text)
                .begin()
                .text("holder", lock.holder())
                .number("expire", lock.expireMillis())
                .number("leaseMillis", lock.leaseMillis())
                .number("fence", lock.fence())
                .end()
                .finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** @throws Unreadable when the document is damaged */
    static LockDocument decoded(String document, byte[] body) {
        try {
            Field root = Json.read(body);
            return new LockDocument(
                    root.at("holder").text(),
                    root.at("expire").position(),
                    root.at("leaseMillis").position(),
                    root.at("fence").position());
        } catch (BadInput | IllegalArgumentException damaged) {
            throw new Unreadable("document " + document + " is damaged: " + damaged.getMessage(), damaged);
        }
    }

    static byte[] encodedFence(long fence) {
        return ("{\"fence\":" + fence + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** @throws Unreadable when the document is damaged */
    static long decodedFence(String document, byte[] body) {
        try {
            return Json.read(body).at("fence").position();
        } catch (BadInput damaged) {
            throw new Unreadable("document " + document + " is damaged: " + damaged.getMessage(), damaged);
        }
    }
}
