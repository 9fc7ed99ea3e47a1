package io.sardonyx.wire;

/**
 * The receiver's side of a numbered link: takes frame 0, then 1, then 2 …, each once.
 *
 * <p>Anything else (a duplicate, a gap, a late frame) breaks the link for good, and nothing more is taken from it: what
 * the sender had under way is then lost as a known whole, and the roots concerned are abandoned or expire. To mend a
 * gap in silence would be worse, since xor cannot tell a frame that came twice from one that never came.
 */
public final class FrameOrder {

    private static final long BROKEN = -1;

    private long next;

    public FrameOrder() {
        this(0);
    }

    /** A link whose frames before {@code next} were taken already. */
    public FrameOrder(long next) {
        if (next < 0) {
            throw new IllegalArgumentException("frames are numbered from 0, not " + next);
        }
        this.next = next;
    }

    /** Whether to take the frame of this number; if not, the link is broken from now on. */
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
