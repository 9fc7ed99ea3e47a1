package io.sardonyx.testkit.explore;

/** Successor function of the model checker: all transitions from a configuration. */
final class Transitions<S> {

    /**
     * Kinds of transition. A fair one happens eventually if it stays possible; liveness is checked over fair ones only.
     */
    enum Kind {
        START(false),
        READ(true),
        APPEND(true),
        DROP(true),
        APPEND_LOST(false),
        APPEND_TWICE(false),
        OWE(true),
        MAY(false),
        REPORT(true),
        CRASH(false),
        EXPIRE(true),
        EXPIRE_ALIVE(false),
        NOTICE(true);

        final boolean fair;

        Kind(boolean fair) {
            this.fair = fair;
        }
    }

    /** Receives each successor; the configuration is reused and must be copied to be kept. */
    interface Sink {
        void next(Kind kind, int actor, int detail, ModelState situation);
    }

    private final Model<S> world;
    private final FoldCache<S> kernel;
    private final FaultBounds faults;
    private final int cycle;
    private final boolean reduced;
    /** The successor under construction, reused. */
    private final ModelState next;
    /** The states after 0, 1, … unread entries of the current configuration. */
    private final int[] states;

    /**
     * @param reduced whether to apply partial-order reduction: a read that has no effect on its reader is taken at once
     *     and alone. It commutes with all transitions of other actors, so no relevant configuration is missed, and most
     *     interleavings are skipped.
     */
    Transitions(Model<S> world, FoldCache<S> kernel, FaultBounds faults, boolean reduced) {
        this.reduced = reduced;
        this.world = world;
        this.kernel = kernel;
        this.faults = faults;
        this.cycle = world.positionCycle();
        this.next = new ModelState(world.actors().size(), faults.backlog());
        this.states = new int[faults.backlog() + 1];
    }

    ModelState first() {
        var first = new ModelState(world.actors().size(), faults.backlog());
        first.base = kernel.state(world.initial());
        return first;
    }

    /** Computes the states after 0, 1, … unread entries. */
    private void fold(ModelState now) {
        states[0] = now.base;
        for (int i = 0; i < now.unread; i++) {
            states[i + 1] = kernel.apply(states[i], now.log[i], (now.position + i) % cycle);
        }
    }

    /** The state after all entries. */
    int last(ModelState now) {
        int state = now.base;
        for (int i = 0; i < now.unread; i++) {
            state = kernel.apply(state, now.log[i], (now.position + i) % cycle);
        }
        return state;
    }

    /** Calls the sink with each successor. */
    void forEach(ModelState now, Sink sink) {
        fold(now);
        for (int a = 0; reduced && a < now.actors; a++) {
            if (now.status[a] == ModelState.ALIVE && isMeaningless(now, a)) {
                read(now, a, sink);
                return;
            }
        }
        for (int a = 0; a < now.actors; a++) {
            switch (now.status[a]) {
                case ModelState.UNSTARTED -> start(now, a, sink);
                case ModelState.ALIVE -> {
                    read(now, a, sink);
                    append(now, a, sink);
                    act(now, a, sink);
                    fail(now, a, sink);
                }
                default -> {
                    if (now.hasPulse(a)) {
                        next.copy(now);
                        next.pulses &= ~(1 << a);
                        sink.next(Kind.EXPIRE, a, 0, next);
                    }
                }
            }
        }
    }

    /** Whether the next read of an actor changes neither its reactions nor its watches, duties or moot steps. */
    private boolean isMeaningless(ModelState now, int a) {
        int at = now.read[a];
        if (at == now.unread) {
            return false;
        }
        FoldCache.Standing before = kernel.standing(states[at], a, now.pulses);
        FoldCache.Standing after = kernel.standing(states[at + 1], a, now.pulses);
        boolean silent = !world.isReacting(a, now.pulses)
                || kernel.reactions(states[at], now.log[at], (now.position + at) % cycle, a).length == 0;
        for (int i = 0; silent && i < now.queued[a]; i++) {
            silent = kernel.isMoot(states[at], now.outbox[a][i]) == kernel.isMoot(states[at + 1], now.outbox[a][i]);
        }
        return silent && before.asksTheSameAs(after);
    }

    private void start(ModelState now, int a, Sink sink) {
        next.copy(now);
        next.status[a] = ModelState.ALIVE;
        next.read[a] = 0;
        next.pulses |= 1 << a;
        sink.next(Kind.START, a, 0, next);
    }

    private void read(ModelState now, int a, Sink sink) {
        int at = now.read[a];
        if (at == now.unread) {
            return;
        }
        int step = now.log[at];
        next.copy(now);
        next.read[a]++;
        if (kernel.standing(states[at + 1], a, now.pulses).evicted) {
            next.stop(a);
            next.pulses &= ~(1 << a);
        } else if (world.isReacting(a, now.pulses)) {
            for (int reaction : kernel.reactions(states[at], step, (now.position + at) % cycle, a)) {
                next.queue(a, reaction);
            }
        }
        settle();
        sink.next(Kind.READ, a, step, next);
    }

    /**
     * Appends the first step of the outbox, or drops it when it is moot; also loses it or appends it twice, as faults
     * allow.
     */
    private void append(ModelState now, int a, Sink sink) {
        if (now.queued[a] == 0) {
            return;
        }
        int step = now.outbox[a][0];
        if (kernel.isMoot(states[now.read[a]], step)) {
            next.copy(now);
            next.dequeue(a);
            sink.next(Kind.DROP, a, step, next);
            return;
        }
        if (now.unread < faults.backlog()) {
            next.copy(now);
            next.dequeue(a);
            next.log[next.unread++] = step;
            settle();
            sink.next(Kind.APPEND, a, step, next);
        }
        if (now.mishaps == faults.mishaps()) {
            return;
        }
        next.copy(now);
        next.dequeue(a);
        next.mishaps++;
        sink.next(Kind.APPEND_LOST, a, step, next);
        if (now.unread < faults.backlog()) {
            next.copy(now);
            next.log[next.unread++] = step;
            next.mishaps++;
            settle();
            sink.next(Kind.APPEND_TWICE, a, step, next);
        }
    }

    /** Acts on duties and timers once idle, and reports watched actors whose pulse has expired. */
    private void act(ModelState now, int a, Sink sink) {
        FoldCache.Standing standing = kernel.standing(states[now.read[a]], a, now.pulses);
        boolean idle = now.read[a] == now.unread && now.queued[a] == 0;
        if (idle && standing.owed.length > 0) {
            owe(now, a, standing.owed, sink);
        }
        for (int step : standing.possible) {
            if (idle) {
                next.copy(now);
                next.queue(a, step);
                sink.next(Kind.MAY, a, step, next);
            }
        }
        int gone = standing.watches & ~now.pulses;
        for (int other = 0; gone >> other != 0; other++) {
            if ((gone >> other & 1) != 0) {
                int death = kernel.step(world.death(other));
                if (!now.hasQueued(a, death) && !now.isUnread(a, death)) {
                    next.copy(now);
                    next.queue(a, death);
                    sink.next(Kind.REPORT, a, death, next);
                }
            }
        }
    }

    private void owe(ModelState now, int a, int[] owed, Sink sink) {
        next.copy(now);
        for (int step : owed) {
            next.queue(a, step);
            if (world.isAnyOwedFirst()) {
                sink.next(Kind.OWE, a, step, next);
                next.copy(now);
            }
        }
        if (!world.isAnyOwedFirst()) {
            sink.next(Kind.OWE, a, owed[0], next);
        }
    }

    /** Crash, expiry of the pulse while alive, and notice of that expiry. */
    private void fail(ModelState now, int a, Sink sink) {
        if (now.crashes < faults.crashes()) {
            next.copy(now);
            next.stop(a);
            next.crashes++;
            settle();
            sink.next(Kind.CRASH, a, 0, next);
        }
        if (now.hasPulse(a) && now.expiries < faults.expiries()) {
            next.copy(now);
            next.pulses &= ~(1 << a);
            next.expiries++;
            sink.next(Kind.EXPIRE_ALIVE, a, 0, next);
        }
        if (!now.hasPulse(a) && world.noticesItsOwnLoss()) {
            next.copy(now);
            next.stop(a);
            settle();
            sink.next(Kind.NOTICE, a, 0, next);
        }
    }

    /** Moves {@code base} over entries that all living actors have read. */
    private void settle() {
        int count = next.readByAll();
        if (count > 0) {
            int base = next.base;
            for (int i = 0; i < count; i++) {
                base = kernel.apply(base, next.log[i], (next.position + i) % cycle);
            }
            next.forget(count, base, cycle);
        }
    }

    /** Whether everything is read, all outboxes are empty and the model calls the state healthy. */
    boolean isHealthy(ModelState now) {
        for (int a = 0; a < now.actors; a++) {
            if (now.queued[a] > 0 || now.status[a] == ModelState.ALIVE && now.read[a] < now.unread) {
                return false;
            }
        }
        return world.isHealthy(kernel.state(last(now)), now.living(), now.pulses);
    }
}
