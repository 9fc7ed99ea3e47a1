package io.sardonyx.wire;

/**
 * Receiver's sequence check of a link: accepts frames 0, 1, 2 … in order, each once.
 *
 * <p>Anything else (a duplicate, a gap, a late frame) breaks the link for good, and no more frames are accepted: what
 * the sender had in flight is then lost as a known suffix, and the roots concerned are abandoned or time out. To skip a
 * gap silently would be worse, since xor cannot tell a frame that came twice from one that never came.
 */
public final class FrameOrder {

    private static final long BROKEN = -1;

    /** Sequence number of the next frame to accept, or {@link #BROKEN}. */
    private long next;

    public FrameOrder() {
        this(0);
    }

    /** A link whose frames before {@code next} were accepted already. */
    public FrameOrder(long next) {
        if (next < 0) {
            throw new IllegalArgumentException("frames are numbered from 0, not " + next);
        }
        this.next = next;
    }

    /** Whether to accept the frame with this sequence number; if not, the link is broken from now on. */
    public boolean takes(long number) {
        if (next == BROKEN || number != next) {
            next = BROKEN;
            return false;
        }
        next++;
        return true;
    }

    public boolean isBroken() {
        return next == BROKEN;
    }
}
