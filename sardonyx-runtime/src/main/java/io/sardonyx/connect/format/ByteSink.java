package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Bytes on their way out; what could only be written in part can be taken back. */
public final class ByteSink extends ByteArrayOutputStream {

    ByteSink(int capacity) {
        super(capacity);
    }

    /** The text in UTF-8. */
    ByteSink text(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        write(bytes, 0, bytes.length);
        return this;
    }

    /** Forgets all behind that many bytes. */
    public void cut(int length) {
        count = length;
    }

    /** What is in it, without a copy: valid until the next write. */
    public ByteBuffer content() {
        return ByteBuffer.wrap(buf, 0, count);
    }

    /** Hands everything over in one call, so that lines of several writers do not mix. */
    public void drainTo(OutputStream target) throws IOException {
        target.write(buf, 0, count);
        count = 0;
    }
}
