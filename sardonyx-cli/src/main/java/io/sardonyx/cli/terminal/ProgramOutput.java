package io.sardonyx.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the program prints: UTF-8 whatever the locale says, since JSON is, and buffered.
 *
 * <p>A print writer only knows that something went wrong. This remembers what: a reader that has seen enough and left
 * is no failure, a full disk is one.
 */
public final class ProgramOutput extends OutputStream {

    private static final int BUFFER = 1 << 16;

    private final OutputStream stream = new FileOutputStream(FileDescriptor.out);
    private @Nullable IOException failure;

    public PrintWriter writer() {
        var buffered = new BufferedOutputStream(this, BUFFER);
        return new PrintWriter(new EscapingWriter(new OutputStreamWriter(buffered, StandardCharsets.UTF_8)));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            stream.write(bytes, from, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** The verdict on the whole run, given that of the command. */
    public int exitCode(int code) {
        if (failure == null || String.valueOf(failure.getMessage()).contains("Broken pipe")) {
            return code;
        }
        System.err.println("sardonyx: the output could not be written: " + failure.getMessage());
        return code == 0 ? 1 : code;
    }
}
