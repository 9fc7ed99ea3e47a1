package io.sardonyx.testkit.explore;

/**
 * Configuration of a model: the state at the slowest living reader, the unread entries, and each actor's status,
 * position and outbox. Mutable, reused by the search and encoded into a few dozen bytes. Not thread-safe.
 */
final class ModelState {

    static final int UNSTARTED = 0;
    static final int ALIVE = 1;
    static final int DEAD = 2;

    private static final int OUTBOX = 15;
    private static final int MAX_BACKLOG = 3;

    final int actors;
    /** The state that all living actors have read, as a number of {@link FoldCache}. */
    int base;
    /** Log position after {@code base}, modulo the model's period. */
    int position;
    /** How many entries follow {@code base}. */
    int unread;
    /** The unread entries, as numbers of steps. */
    final int[] log;

    final int[] status;
    /** How many of the unread entries each actor has read. */
    final int[] read;

    final int[][] outbox;
    /** How many steps each outbox holds. */
    final int[] queued;
    /** The actors whose pulse is alive, as a bit mask. */
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

    /** Adds a step to an actor's outbox, unless the outbox holds it. */
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

    /** Removes the first step of an actor's outbox. */
    void dequeue(int actor) {
        queued[actor]--;
        System.arraycopy(outbox[actor], 1, outbox[actor], 0, queued[actor]);
    }

    /** Whether a step is in the log at a position that the actor has not read yet. */
    boolean isUnread(int actor, int step) {
        for (int i = read[actor]; i < unread; i++) {
            if (log[i] == step) {
                return true;
            }
        }
        return false;
    }

    /** Marks an actor as dead and clears its position and outbox, so that equal configurations have equal encodings. */
    void stop(int actor) {
        status[actor] = DEAD;
        read[actor] = 0;
        queued[actor] = 0;
    }

    /** How many unread entries all living actors have read; all when none is alive. */
    int readByAll() {
        int least = unread;
        for (int a = 0; a < actors; a++) {
            if (status[a] == ALIVE) {
                least = Math.min(least, read[a]);
            }
        }
        return least;
    }

    /** Removes entries that all living actors have read; {@code newBase} is the state after them. */
    void forget(int count, int newBase, int cycle) {
        base = newBase;
        position = (position + count) % cycle;
        unread -= count;
        System.arraycopy(log, count, log, 0, unread);
        for (int a = 0; a < actors; a++) {
            read[a] = status[a] == ALIVE ? read[a] - count : 0;
        }
    }

    /** Encodes the configuration and returns the length in bytes. */
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

    /** Reads a configuration back from its encoding. */
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
