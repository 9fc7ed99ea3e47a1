package io.sardonyx.bench.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Makes words again of what {@link WordOutput} wrote. */
final class WordInput {

    private final InputStream in;
    private final ByteBuffer frame = ByteBuffer.allocate(WordOutput.FRAME).limit(0);

    WordInput(InputStream in) {
        this.in = in;
    }

    /** The next word; null when no more will come. */
    @Nullable
    String read() throws IOException {
        if (!frame.hasRemaining()) {
            fill(Integer.BYTES);
            int size = frame.getInt();
            if (size == 0) {
                return null;
            }
            fill(size);
        }
        int length = frame.getShort();
        var word = new String(frame.array(), frame.position(), length, UTF_8);
        frame.position(frame.position() + length);
        return word;
    }

    private void fill(int size) throws IOException {
        if (in.readNBytes(frame.array(), 0, size) < size) {
            throw new EOFException();
        }
        frame.limit(size).position(0);
    }
}
