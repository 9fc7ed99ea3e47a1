package io.sardonyx.testkit.contract;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** How requests and answers travel between two processes: a number, a kind, and bytes. */
final class Frames {

    static final byte REQUEST = 3;
    static final byte ANSWER = 0;
    static final byte FAILURE = 1;
    static final byte NUDGE = 2;

    private Frames() {}

    interface Writer {
        void to(DataOutputStream out) throws IOException;
    }

    interface Reader<T> {
        T from(DataInputStream in) throws IOException;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Frame(int id, byte kind, byte[] body) {

        <T> T read(Reader<T> reader) throws IOException {
            return reader.from(new DataInputStream(new ByteArrayInputStream(body)));
        }
    }

    static byte[] body(Writer writer) {
        var bytes = new ByteArrayOutputStream();
        try {
            writer.to(new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    static void send(DataOutputStream out, Frame frame) throws IOException {
        synchronized (out) {
            out.writeInt(frame.id());
            out.writeByte(frame.kind());
            bytes(out, frame.body());
            out.flush();
        }
    }

    static Frame receive(DataInputStream in) throws IOException {
        return new Frame(in.readInt(), in.readByte(), bytes(in));
    }

    static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] bytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    static void text(DataOutputStream out, String text) throws IOException {
        bytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    static void all(DataOutputStream out, Collection<byte[]> all) throws IOException {
        out.writeInt(all.size());
        for (byte[] one : all) {
            bytes(out, one);
        }
    }

    static List<byte[]> all(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(bytes(in));
        }
        return all;
    }

    static void texts(DataOutputStream out, Collection<String> texts) throws IOException {
        all(out, texts.stream().map(it -> it.getBytes(StandardCharsets.UTF_8)).toList());
    }

    static List<String> texts(DataInputStream in) throws IOException {
        return all(in).stream()
                .map(it -> new String(it, StandardCharsets.UTF_8))
                .toList();
    }
}
