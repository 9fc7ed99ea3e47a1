package io.sardonyx.serial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Deserializer of segments from a buffer, one after the other; reusable for other buffers. Not thread-safe.
 *
 * <p>The bytes are not trusted: for each announced element at least one byte must be present, those that enclosing
 * collections still await included; so the memory allocated in advance never exceeds one slot per byte.
 */
public final class SegmentInput {

    private static final int MAX_VARINT = 10;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Codecs codecs;
    private byte[] bytes = new byte[0];
    /** Reused copy of bytes outside the heap. */
    private byte[] copy = bytes;
    /** Reused buffer for decoding strings. */
    private char[] letters = new char[64];

    private int start;
    private int position;
    private int bytesEnd;
    /** End of the bytes, or of the longest segment that may begin where the current one does. */
    private int end;
    /** Number of elements of open collections that are not read yet. */
    private int awaited;

    private int depth;
    /** A class that was read in another shape than it has. */
    private @Nullable String converted;

    SegmentInput(Codecs codecs) {
        this.codecs = codecs;
    }

    /**
     * Sets the bytes to read: the remaining ones of a buffer, whose position does not move. They must not change
     * meanwhile; only those outside the heap are copied.
     */
    public SegmentInput over(ByteBuffer buffer) {
        int length = buffer.remaining();
        if (buffer.hasArray()) {
            bytes = buffer.array();
            start = buffer.arrayOffset() + buffer.position();
        } else {
            copy = copy.length < length ? new byte[length] : copy;
            buffer.duplicate().get(copy, 0, length);
            bytes = copy;
            start = 0;
        }
        position = start;
        bytesEnd = start + length;
        end = bytesEnd;
        return this;
    }

    public boolean hasMore() {
        return position < bytesEnd;
    }

    /**
     * The next segment. After a failure the start of the following one is unknown, so the rest of the bytes is lost.
     *
     * @throws BadSegment.Malformed when the bytes are no segment of these codecs
     * @throws BadSegment.TooLarge when it is longer than the limit
     */
    public @Nullable Object segment() {
        if (depth > 0) {
            throw new IllegalStateException("a segment within a segment; a codec reads parts with take");
        }
        end = (int) Math.min(bytesEnd, position + (long) codecs.limit());
        try {
            return take();
        } finally {
            end = bytesEnd;
            awaited = 0;
            depth = 0;
        }
    }

    /**
     * As {@link #segment}, for one that is a key: by another shape of its class it would belong to another key group.
     *
     * @throws BadSegment.Malformed when a class in it has changed since it was written
     */
    public @Nullable Object key() {
        converted = null;
        Object key = segment();
        if (converted != null) {
            throw malformed("class " + converted + " has changed, but is that of a key; keys must stay as they are");
        }
        return key;
    }

    /** Notes that a class is not as it was written. */
    void converted(String name) {
        converted = name;
    }

    /** Any value, or null. */
    public @Nullable Object take() {
        return ValueReader.read(takeUnsigned(), this);
    }

    /** A value of a class, whose parts are read by other codecs. */
    Object read(TypeCodec form, Codecs ofParts) {
        Codecs own = codecs;
        codecs = ofParts;
        try {
            return form.read(this);
        } finally {
            codecs = own;
        }
    }

    /** A zigzag varint. */
    public long takeLong() {
        long value = takeVarint();
        return value >>> 1 ^ -(value & 1);
    }

    /** Number of elements that follow; each is at least one byte, so there are never more than bytes. */
    public int takeSize() {
        return takeSize(1);
    }

    /** Number of elements that follow, of at least so many bytes each. */
    public int takeSize(int bytesEach) {
        int size = takeUnsigned();
        if ((long) size * bytesEach > end - position - awaited) {
            throw missing(size);
        }
        return size;
    }

    public double takeDouble() {
        return Double.longBitsToDouble(takeFixedLong());
    }

    public float takeFloat() {
        return Float.intBitsToFloat((int) INTS.get(bytes, skip(Integer.BYTES)));
    }

    /** A string that is not null. */
    public String takeText() {
        Object value = take();
        if (value instanceof String text) {
            return text;
        }
        throw malformed("a text was expected");
    }

    public byte[] takeBytes() {
        int length = takeSize();
        int from = skip(length);
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** A varint that is not negative. */
    public int takeUnsigned() {
        if (position < end && bytes[position] >= 0) {
            return bytes[position++];
        }
        return (int) within(takeVarint(), 0, Integer.MAX_VALUE);
    }

    private long takeVarint() {
        long value = 0;
        for (int i = 0; i < MAX_VARINT; i++) {
            if (position == end) {
                throw early();
            }
            byte next = bytes[position++];
            value |= (next & 0x7FL) << 7 * i;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed("a number goes on for more than " + MAX_VARINT + " bytes");
    }

    /** A long of eight bytes, big-endian. */
    public long takeFixedLong() {
        return (long) LONGS.get(bytes, skip(Long.BYTES));
    }

    String takeLatin() {
        int length = takeSize();
        return new String(bytes, skip(length), length, StandardCharsets.ISO_8859_1);
    }

    String takeUtf8() {
        int length = takeSize();
        if (letters.length < length) {
            letters = new char[length];
        }
        String text = Utf8.read(bytes, skip(length), length, letters);
        if (text == null) {
            throw malformed("a text is not UTF-8");
        }
        return text;
    }

    private int skip(int length) {
        if (length > end - position) {
            throw early();
        }
        position += length;
        return position - length;
    }

    /** Number of elements that follow, of so many values each; all of them are awaited from now on. */
    int await(int valuesEach) {
        long size = takeUnsigned();
        if (size * valuesEach > end - position - awaited) {
            throw missing(size);
        }
        awaited += (int) size * valuesEach;
        enter();
        return (int) size;
    }

    /** A value that was awaited. */
    @Nullable
    Object takeAwaited() {
        awaited--;
        return take();
    }

    void enter() {
        if (++depth > SegmentOutput.MAX_DEPTH) {
            throw malformed("values are nested more than " + SegmentOutput.MAX_DEPTH + " deep");
        }
    }

    void leave() {
        depth--;
    }

    long within(long number, long least, long most) {
        if (number < least || number > most) {
            throw malformed(number + " is not between " + least + " and " + most);
        }
        return number;
    }

    Codecs codecs() {
        return codecs;
    }

    private BadSegment missing(long elements) {
        return end < bytesEnd
                ? BadSegment.TooLarge.read(codecs.limit())
                : malformed(elements + " elements are announced, more than there are bytes");
    }

    private BadSegment early() {
        return end < bytesEnd ? BadSegment.TooLarge.read(codecs.limit()) : malformed("the bytes end within a value");
    }

    BadSegment.Malformed malformed(String problem) {
        return new BadSegment.Malformed(problem + place());
    }

    BadSegment.Malformed malformed(String problem, Throwable cause) {
        return new BadSegment.Malformed(problem + ": " + cause.getMessage() + place(), cause);
    }

    private String place() {
        return "; byte " + (position - start) + " of " + (bytesEnd - start);
    }
}
