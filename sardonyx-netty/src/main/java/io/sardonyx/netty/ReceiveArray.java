package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Allocator of receive buffers: the reads of a connection go one behind the other into an array, until it is full and a
 * new one is made. So a frame can be handed over as a view of the array, which is collected once none is left.
 *
 * <p>Each array of a connection is larger than the one before, up to a limit: one that has sent little has got little.
 */
final class ReceiveArray extends DefaultMaxMessagesRecvByteBufAllocator {

    private static final int FIRST_BYTES = 1 << 11;

    /** Some full frames; so much may be kept in memory by one message that waits in a channel. */
    private static final int MOST_BYTES = 1 << 18;

    /** A new array is made when less than this part of the present one is free. */
    private static final int LEAST_SHARE = 16;

    @Override
    public MaxMessageHandle newHandle() {
        return new Reads();
    }

    /** The reads of one connection; confined to the event loop. */
    private final class Reads extends MaxMessageHandle {

        private byte[] array = {};
        private int used;

        @Override
        public int guess() {
            return array.length - used;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator unused) {
            if (array.length - used <= array.length / LEAST_SHARE) {
                array = new byte[Math.max(FIRST_BYTES, Math.min(MOST_BYTES, 4 * array.length))];
                used = 0;
            }
            return Unpooled.wrappedBuffer(array, used, array.length - used).clear();
        }

        @Override
        public void lastBytesRead(int bytes) {
            super.lastBytesRead(bytes);
            used += Math.max(0, bytes);
        }
    }
}
