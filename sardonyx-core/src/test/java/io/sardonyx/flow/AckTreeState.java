package io.sardonyx.flow;

import java.util.Arrays;

/**
 * One moment of one tree on its way through the network: what is in flight, what was processed, what the ledger knows.
 */
final class AckTreeState {

    /** What is in flight. */
    final Frame[] frames;

    /** Per link, how many frames were sent. */
    final byte[] sent;

    /** Per link, the number the receiver takes next, or -1 when the link is broken. */
    final byte[] taken;

    /** The nodes processed at least once, as bits. */
    final int processed;

    /** The xor of the open root, or 0 when it is not open. */
    final long ledger;

    final Faults left;

    private AckTreeState(Frame[] frames, byte[] sent, byte[] taken, int processed, long ledger, Faults left) {
        this.frames = frames;
        this.sent = sent;
        this.taken = taken;
        this.processed = processed;
        this.ledger = ledger;
        this.left = left;
    }

    /** Nothing sent yet; of the nodes only the root, which is read and not received, counts as processed. */
    static AckTreeState start(int links, Faults left) {
        return new AckTreeState(new Frame[0], new byte[links], new byte[links], 1, 0, left);
    }

    /** How many faults the network may still commit. */
    record Faults(int duplicates, int losses) {}

    /**
     * A data frame that brings {@code node} its batch, or the ack frame of the one who processed {@code node}.
     *
     * @param value the value of the data, or the xor that the ack carries
     * @param copy tells a duplicate of a data frame from the original: each gives its children values of its own
     */
    record Frame(boolean isAck, int node, long value, int copy, int link, int number) {

        long hash() {
            long kind = (isAck ? 1L : 0L) << 60 | (long) node << 52 | (long) copy << 32 | (long) link << 16 | number;
            return AckTreeExplorer.mix(value + AckTreeExplorer.mix(kind));
        }

        @Override
        public String toString() {
            return (isAck ? "ack of node " : "data of node ") + node + (copy > 1 ? " (copy " + copy + ")" : "");
        }
    }

    AckTreeState without(int index) {
        Frame[] fewer = new Frame[frames.length - 1];
        System.arraycopy(frames, 0, fewer, 0, index);
        System.arraycopy(frames, index + 1, fewer, index, fewer.length - index);
        return new AckTreeState(fewer, sent, taken, processed, ledger, left);
    }

    AckTreeState with(Frame frame) {
        Frame[] more = Arrays.copyOf(frames, frames.length + 1);
        more[frames.length] = frame;
        return new AckTreeState(more, sent, taken, processed, ledger, left);
    }

    AckTreeState withLeft(Faults faults) {
        return new AckTreeState(frames, sent, taken, processed, ledger, faults);
    }

    AckTreeState withLedger(long value) {
        return new AckTreeState(frames, sent, taken, processed, value, left);
    }

    AckTreeState withProcessed(int node) {
        return new AckTreeState(frames, sent, taken, processed | 1 << node, ledger, left);
    }

    AckTreeState withSent(int link) {
        byte[] more = sent.clone();
        more[link]++;
        return new AckTreeState(frames, more, taken, processed, ledger, left);
    }

    AckTreeState withTaken(int link) {
        byte[] more = taken.clone();
        more[link]++;
        return new AckTreeState(frames, sent, more, processed, ledger, left);
    }

    /** After the link broke: whatever was in flight on it is lost, and nothing more will be taken. */
    AckTreeState withBroken(int link) {
        Frame[] others =
                Arrays.stream(frames).filter(frame -> frame.link() != link).toArray(Frame[]::new);
        byte[] broken = taken.clone();
        broken[link] = -1;
        return new AckTreeState(others, sent, broken, processed, ledger, left);
    }

    boolean anyLinkIsBroken() {
        for (byte next : taken) {
            if (next < 0) {
                return true;
            }
        }
        return false;
    }

    /** Equal for equal states, whatever the order in which their frames were sent. */
    long hash() {
        long sum = 0;
        for (Frame frame : frames) {
            sum += frame.hash();
        }
        long rest = (long) processed << 4 | left.duplicates() << 2 | left.losses();
        for (int link = 0; link < sent.length; link++) {
            rest = AckTreeExplorer.mix(rest + ((long) sent[link] << 8 | taken[link] & 0xff));
        }
        return AckTreeExplorer.mix(sum ^ AckTreeExplorer.mix(rest ^ ledger));
    }
}
