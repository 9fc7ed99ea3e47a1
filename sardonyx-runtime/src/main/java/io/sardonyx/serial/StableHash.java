package io.sardonyx.serial;

import java.nio.charset.StandardCharsets;

/**
 * Hash function that is the same in every process and release. Each type has a definition that is cheap for it: a
 * string uses its {@code hashCode}, which the JDK specifies, a whole number its value. Changing any line moves keys to
 * other key groups.
 */
final class StableHash {

    /** Initial value for a list or a record. */
    static final long SEQUENCE = 0x6A09E667F3BCC909L;

    static final long NULL = mixed(0x3C6EF372FE94F82BL);

    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final long TEXT = 0xBB67AE8584CAA73BL;
    private static final long REAL = 0xA54FF53A5F1D36F1L;
    private static final long BYTES = 0x510E527FADE682D1L;

    private StableHash() {}

    /** Hash of Byte, Short, Integer, Long, Character and Boolean alike, and of a BigInteger within a long. */
    static long whole(long value) {
        return mixed(value + STEP);
    }

    /** Hash of Float and Double alike; all NaNs are the same. */
    static long real(double value) {
        return mixed(Double.doubleToLongBits(value) ^ REAL);
    }

    static long text(String value) {
        return mixed(value.hashCode() ^ TEXT);
    }

    /** As {@link #text}, but over all bytes with 64 bits, for names that must not collide. */
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

    /** Appends a hash to a sequence. */
    static long then(long sequence, long next) {
        return mixed(sequence * 31 + next);
    }

    /** Mixes every bit of the input into all bits of the result; the finalizer of SplitMix64. */
    static long mixed(long value) {
        long x = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}
