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
 * The standard output of the program: buffered, and always UTF-8, since JSON is.
 *
 * <p>A {@link PrintWriter} only knows that a write failed. This keeps the exception: a broken pipe, as by {@code head},
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

    /** The exit code of the program: that of the command, or 1 if output was lost. */
    public int exitCode(int code) {
        if (failure == null || String.valueOf(failure.getMessage()).contains("Broken pipe")) {
            return code;
        }
        System.err.println("sardonyx: the output could not be written: " + failure.getMessage());
        return code == 0 ? 1 : code;
    }
}
