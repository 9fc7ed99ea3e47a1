package io.sardonyx.bench.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Words as bytes, in frames of 64 KiB: the length of the frame, then each word behind its own. */
final class WordOutput {

    static final int FRAME = 1 << 16;

    private final OutputStream out;
    private final ByteBuffer frame = ByteBuffer.allocate(FRAME).position(Integer.BYTES);

    WordOutput(OutputStream out) {
        this.out = out;
    }

    void write(String word) throws IOException {
        byte[] bytes = word.getBytes(UTF_8);
        if (frame.remaining() < Short.BYTES + bytes.length) {
            flush();
        }
        frame.putShort((short) bytes.length).put(bytes);
    }

    /** An empty frame says that no more will come. */
    void end() throws IOException {
        if (frame.position() > Integer.BYTES) {
            flush();
        }
        flush();
    }

    private void flush() throws IOException {
        frame.putInt(0, frame.position() - Integer.BYTES);
        out.write(frame.array(), 0, frame.position());
        frame.position(Integer.BYTES);
    }
}
