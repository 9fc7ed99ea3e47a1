package io.sardonyx.testkit.explore;

/**
 * One configuration of a world: the state at the slowest living reader, what is unread, and how each actor stands. A
 * mutable scratch pad of the search; at rest it is a few dozen bytes.
 */
final class ModelState {

    static final int UNSTARTED = 0;
    static final int ALIVE = 1;
    static final int DEAD = 2;

    private static final int OUTBOX = 15;
    private static final int MAX_BACKLOG = 3;

    final int actors;
    int base;
    int position;
    int unread;
    final int[] log;
    final int[] status;
    final int[] read;
    final int[][] outbox;
    final int[] queued;
    int pulses;
    int crashes;
    int expiries;
    int mishaps;

    ModelState(int actors, int backlog) {
        if (backlog < 1 || backlog > MAX_BACKLOG) {
            throw new IllegalArgumentException("a backlog of 1 to " + MAX_BACKLOG + " entries, not " + backlog);
        }
        this.actors = actors;
        log = new int[backlog];
        status = new int[actors];
        read = new int[actors];
        outbox = new int[actors][OUTBOX];
        queued = new int[actors];
    }

    void copy(ModelState other) {
        base = other.base;
        position = other.position;
        unread = other.unread;
        pulses = other.pulses;
        crashes = other.crashes;
        expiries = other.expiries;
        mishaps = other.mishaps;
        System.arraycopy(other.log, 0, log, 0, log.length);
        System.arraycopy(other.status, 0, status, 0, actors);
        System.arraycopy(other.read, 0, read, 0, actors);
        System.arraycopy(other.queued, 0, queued, 0, actors);
        for (int a = 0; a < actors; a++) {
            System.arraycopy(other.outbox[a], 0, outbox[a], 0, OUTBOX);
        }
    }

    boolean hasPulse(int actor) {
        return (pulses & 1 << actor) != 0;
    }

    int living() {
        int living = 0;
        for (int a = 0; a < actors; a++) {
            living |= status[a] == ALIVE ? 1 << a : 0;
        }
        return living;
    }

    /** Puts a step behind what the actor has to append, unless it is there already. */
    void queue(int actor, int step) {
        if (hasQueued(actor, step)) {
            return;
        }
        if (queued[actor] == OUTBOX) {
            throw new IllegalStateException("an outbox of more than " + OUTBOX + " steps: reactions never end");
        }
        outbox[actor][queued[actor]++] = step;
    }

    boolean hasQueued(int actor, int step) {
        for (int i = 0; i < queued[actor]; i++) {
            if (outbox[actor][i] == step) {
                return true;
            }
        }
        return false;
    }

    void dequeue(int actor) {
        queued[actor]--;
        System.arraycopy(outbox[actor], 1, outbox[actor], 0, queued[actor]);
    }

    /** Whether a step stands in the log where the actor has not read yet. */
    boolean isUnread(int actor, int step) {
        for (int i = read[actor]; i < unread; i++) {
            if (log[i] == step) {
                return true;
            }
        }
        return false;
    }

    void stop(int actor) {
        status[actor] = DEAD;
        read[actor] = 0;
        queued[actor] = 0;
    }

    /** How many entries every living actor has read; all when nobody lives. */
    int readByAll() {
        int least = unread;
        for (int a = 0; a < actors; a++) {
            if (status[a] == ALIVE) {
                least = Math.min(least, read[a]);
            }
        }
        return least;
    }

    /** Forgets what everybody has read; {@code newBase} is the state behind it. */
    void forget(int count, int newBase, int cycle) {
        base = newBase;
        position = (position + count) % cycle;
        unread -= count;
        System.arraycopy(log, count, log, 0, unread);
        for (int a = 0; a < actors; a++) {
            read[a] = status[a] == ALIVE ? read[a] - count : 0;
        }
    }

    /** Writes this situation down; the answer is the length. */
    int encode(byte[] buffer) {
        int at = 0;
        buffer[at++] = (byte) base;
        buffer[at++] = (byte) (base >>> 8);
        buffer[at++] = (byte) (base >>> 16);
        buffer[at++] = (byte) (base >>> 24);
        buffer[at++] = (byte) position;
        buffer[at++] = (byte) pulses;
        buffer[at++] = (byte) (crashes << 4 | expiries);
        buffer[at++] = (byte) (mishaps << 4 | unread);
        for (int i = 0; i < unread; i++) {
            buffer[at++] = (byte) log[i];
        }
        for (int a = 0; a < actors; a++) {
            buffer[at++] = (byte) (status[a] << 6 | read[a] << 4 | queued[a]);
            for (int i = 0; i < queued[a]; i++) {
                buffer[at++] = (byte) outbox[a][i];
            }
        }
        return at;
    }

    void decode(byte[] bytes) {
        base = bytes[0] & 0xFF | (bytes[1] & 0xFF) << 8 | (bytes[2] & 0xFF) << 16 | (bytes[3] & 0xFF) << 24;
        position = bytes[4];
        pulses = bytes[5] & 0xFF;
        crashes = bytes[6] >> 4 & 0xF;
        expiries = bytes[6] & 0xF;
        mishaps = bytes[7] >> 4 & 0xF;
        unread = bytes[7] & 0xF;
        int at = 8;
        for (int i = 0; i < unread; i++) {
            log[i] = bytes[at++] & 0xFF;
        }
        for (int a = 0; a < actors; a++) {
            int packed = bytes[at++] & 0xFF;
            status[a] = packed >> 6;
            read[a] = packed >> 4 & 3;
            queued[a] = packed & 15;
            for (int i = 0; i < queued[a]; i++) {
                outbox[a][i] = bytes[at++] & 0xFF;
            }
        }
    }
}
