package io.sardonyx.connect.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Output buffer of bytes that can be truncated, to take back a segment that was written in part. */
public final class ByteSink extends ByteArrayOutputStream {

    ByteSink(int capacity) {
        super(capacity);
    }

    /** Appends the text in UTF-8. */
    ByteSink text(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        write(bytes, 0, bytes.length);
        return this;
    }

    /** Truncates it to that many bytes. */
    public void cut(int length) {
        count = length;
    }

    /** The bytes without a copy: valid until the next write. */
    public ByteBuffer content() {
        return ByteBuffer.wrap(buf, 0, count);
    }

    /** Writes everything in one call, so that lines of several writers do not mix, and empties the buffer. */
    public void drainTo(OutputStream target) throws IOException {
        target.write(buf, 0, count);
        count = 0;
    }
}
