package io.sardonyx.serial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Serializer of segments into a buffer, one after the other. The buffer grows as needed and is reused, so that writing
 * does not allocate. Not thread-safe.
 */
public final class SegmentOutput {

    /** Deepest nesting of values, which also stops cyclic references. */
    static final int MAX_DEPTH = 64;

    private static final int MAX_VARINT = 10;
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;
    private static final int INITIAL = 512;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final Codecs codecs;
    private byte[] buffer = new byte[INITIAL];
    private int position;
    /** How far bytes may be put without a check: the end of the buffer, or of the longest segment allowed here. */
    private int end = INITIAL;

    private int segmentStart;
    private int segmentEnd = MAX_ARRAY;
    private int depth;

    SegmentOutput(Codecs codecs) {
        this.codecs = codecs;
    }

    /**
     * Appends a segment, wholly or, on failure, not at all.
     *
     * @throws BadSegment.NoCodec when something in it is of a class that is not registered
     * @throws BadSegment.TooLarge when it has too many bytes or is nested too deep
     */
    public void segment(@Nullable Object value) {
        if (depth > 0) {
            throw new IllegalStateException("a segment within a segment; a codec writes parts with put");
        }
        int start = position;
        boolean isWritten = false;
        try {
            bound(start, (int) Math.min(MAX_ARRAY, start + (long) codecs.limit()));
            put(value);
            isWritten = true;
        } finally {
            bound(0, MAX_ARRAY);
            depth = 0;
            position = isWritten ? position : start;
        }
    }

    private void bound(int from, int to) {
        segmentStart = from;
        segmentEnd = to;
        end = Math.min(buffer.length, to);
    }

    /** Any value that has a codec, or null. */
    public void put(@Nullable Object value) {
        ValueWriter.write(value, this);
    }

    /** A whole number as a zigzag varint; small ones of either sign are short. */
    public void putLong(long value) {
        putVarint(value << 1 ^ value >> 63);
    }

    /** A varint that is not negative. */
    public void putSize(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("a size of " + value);
        }
        putVarint(value);
    }

    public void putDouble(double value) {
        ensure(Long.BYTES);
        LONGS.set(buffer, position, Double.doubleToRawLongBits(value));
        position += Long.BYTES;
    }

    public void putFloat(float value) {
        ensure(Integer.BYTES);
        INTS.set(buffer, position, Float.floatToRawIntBits(value));
        position += Integer.BYTES;
    }

    /** A string that is not null. */
    public void putText(String text) {
        ValueWriter.writeText(text, this);
    }

    /** The length, then the bytes. */
    public void putBytes(byte[] bytes) {
        putSize(bytes.length);
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, position, bytes.length);
        position += bytes.length;
    }

    /** The first bytes of an array, without their length. */
    public void putRaw(byte[] bytes, int length) {
        ensure(length);
        System.arraycopy(bytes, 0, buffer, position, length);
        position += length;
    }

    void putCode(int code) {
        if (code < 0x80) {
            ensure(1);
            buffer[position++] = (byte) code;
        } else {
            putVarint(code);
        }
    }

    /** The exact length is computed only near the end of the buffer. */
    private void putVarint(long value) {
        if (MAX_VARINT > end - position) {
            ensure((70 - Long.numberOfLeadingZeros(value | 1)) / 7);
        }
        byte[] bytes = buffer;
        int at = position;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        position = at;
    }

    /** A whole number of eight bytes, big-endian, for values that are mostly large. */
    public void putFixedLong(long value) {
        ensure(Long.BYTES);
        LONGS.set(buffer, position, value);
        position += Long.BYTES;
    }

    /** Writes a string of characters below 256, one byte each; returns false, writing nothing, if it has others. */
    boolean putLatin(String text) {
        int length = text.length();
        ensure(length);
        byte[] bytes = buffer;
        int at = position;
        int all = 0;
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            all |= letter;
            bytes[at + i] = (byte) letter;
        }
        position = all < 0x100 ? at + length : at;
        return all < 0x100;
    }

    /** Takes back all bytes from an offset on. */
    void rewind(int to) {
        position = to;
    }

    void putUtf8(String text) {
        int length = Utf8.length(text);
        putSize(length);
        ensure(length);
        Utf8.write(text, buffer, position);
        position += length;
    }

    void enter() {
        if (++depth > MAX_DEPTH) {
            throw BadSegment.TooLarge.nested(MAX_DEPTH);
        }
    }

    void leave() {
        depth--;
    }

    private void ensure(int bytes) {
        if (bytes > end - position) {
            grow(bytes);
        }
    }

    private void grow(int bytes) {
        long needed = (long) position + bytes;
        if (needed > segmentEnd) {
            throw BadSegment.TooLarge.written(needed - segmentStart, segmentEnd - segmentStart);
        }
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * buffer.length)));
        }
        end = Math.min(buffer.length, segmentEnd);
    }

    Codecs codecs() {
        return codecs;
    }

    /** Starts at a nesting depth, to continue a value that is written elsewhere. */
    SegmentOutput at(int outerDepth) {
        depth = outerDepth;
        return this;
    }

    /** Reserves bytes that are filled in later by {@link #patch}; returns their offset. */
    public int reserve(int bytes) {
        ensure(bytes);
        position += bytes;
        return position - bytes;
    }

    /** Fills in four reserved bytes. */
    public void patch(int at, int value) {
        INTS.set(buffer, at, value);
    }

    /** The buffer: its first {@link #size} bytes are valid until more are written. */
    public byte[] array() {
        return buffer;
    }

    public int size() {
        return position;
    }

    /** A view of the bytes so far, valid until more are written. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(buffer, 0, position).slice();
    }

    /** Empties the buffer, keeping its capacity. */
    public void clear() {
        position = 0;
    }
}
