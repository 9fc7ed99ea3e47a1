package io.sardonyx.serial;

import java.nio.charset.StandardCharsets;

/**
 * A hash that is the same in every process and version. Each kind of value has a definition that is cheap for it: a
 * text is its {@code hashCode}, which the JDK specifies, a whole number its value. Changing any line moves keys.
 */
final class StableHash {

    /** What a list or a record begins with. */
    static final long SEQUENCE = 0x6A09E667F3BCC909L;

    static final long NULL = mixed(0x3C6EF372FE94F82BL);

    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final long TEXT = 0xBB67AE8584CAA73BL;
    private static final long REAL = 0xA54FF53A5F1D36F1L;
    private static final long BYTES = 0x510E527FADE682D1L;

    private StableHash() {}

    /** Of Byte, Short, Integer, Long, Character and Boolean alike; and of a BigInteger that is as small. */
    static long whole(long value) {
        return mixed(value + STEP);
    }

    /** Of Float and Double alike; all that is not a number is the same. */
    static long real(double value) {
        return mixed(Double.doubleToLongBits(value) ^ REAL);
    }

    static long text(String value) {
        return mixed(value.hashCode() ^ TEXT);
    }

    /** As {@link #text}, but of all bits: for texts that must not collide. */
    static long letters(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return bytes(bytes, bytes.length);
    }

    static long pair(long first, long second) {
        return then(then(SEQUENCE, first), second);
    }

    static long bytes(byte[] bytes, int length) {
        long hash = BYTES;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ bytes[i]) * 0x100000001B3L;
        }
        return mixed(hash + length);
    }

    /** A sequence with one more hash behind it. */
    static long then(long sequence, long next) {
        return mixed(sequence * 31 + next);
    }

    /** Spreads every bit of the input over all bits of the result. */
    static long mixed(long value) {
        long x = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}
