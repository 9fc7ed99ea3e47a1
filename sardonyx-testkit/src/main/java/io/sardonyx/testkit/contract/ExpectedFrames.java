package io.sardonyx.testkit.contract;

import io.sardonyx.port.Wire;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Deterministic frame generator: both ends of a link derive each frame from seed, link and sequence number, so that
 * every received frame can be checked.
 */
final class ExpectedFrames {

    private static final int NOISE = 1 << 20;
    private static final int SMALL = 200;
    private static final int MIDDLE = 2_048;

    private final long seed;
    private final ByteBuffer noise;

    ExpectedFrames(long seed) {
        this.seed = seed;
        byte[] bytes = new byte[NOISE];
        new Random(seed).nextBytes(bytes);
        noise = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** The frame with this sequence number; the first frame of a link carries the link's id. */
    ByteBuffer frame(long link, long number) {
        if (number == 0) {
            return ByteBuffer.allocate(Long.BYTES).putLong(link).flip();
        }
        long dice = mixed(seed + 31 * link + 1_000_003 * number);
        int length = length((int) (dice & 255), (int) (dice >>> 40));
        int start = (int) (dice >>> 8 & (NOISE / 2 - 1));
        return noise.slice(start, length);
    }

    /** Length of a frame: mostly small, some empty, a few at the limit. */
    private static int length(int kind, int any) {
        return switch (kind) {
            case 0 -> any % (Wire.FRAME_LIMIT + 1);
            case 1 -> Wire.FRAME_LIMIT;
            case 2 -> 0;
            default -> any % (kind < 32 ? MIDDLE : SMALL);
        };
    }

    /** Mixes the bits of a number (SplitMix64). */
    private static long mixed(long value) {
        long z = value * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
