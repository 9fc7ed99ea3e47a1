package io.sardonyx.engine;

import io.sardonyx.exchange.Batch;
import io.sardonyx.function.Results;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.segment.Codecs;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The phases through which a task takes its batches: read batch, tag, apply function, build segments, write batch, ack.
 *
 * <p>A batch may stop on its way, because a segment is tried again later or an output has no room; then the next turn
 * goes on where this one stopped.
 */
final class Phases {

    /** What is outside of it. */
    interface Surroundings {

        /** The phase it is in from now on. */
        void enter(Phase phase);

        Source source(Gear gear, Emission emission, Roots.Poison poison);

        /** Its channels under these orders; those it has, if the fence is the same. */
        Wiring wiring(Orders orders, Codecs codecs);
    }

    private final TaskPlan plan;
    private final CatalogEntry entry;
    private final Gear gear;
    private final Companions companions;
    private final Surroundings surroundings;
    private final Emission emission;
    private final Source source;
    private final Troubles troubles;
    private final Dispatch dispatch;
    private final Pace pace;
    private final Singles singles;
    private final Results results = new Results();

    private @Nullable Orders orders;
    private @Nullable AckDesk acks;
    private @Nullable Batch batch;
    private int run;
    private int index;
    private boolean inRun;
    private boolean singly;
    private boolean applied;
    private boolean failed;
    private boolean inputFull;
    private long taken;
    private long batches;

    Phases(TaskPlan plan, Gear gear, Companions companions, Surroundings surroundings, Workshop workshop) {
        this.plan = plan;
        this.entry = plan.entry();
        this.gear = gear;
        this.companions = companions;
        this.surroundings = surroundings;
        this.emission = new Emission(workshop.seeds().getAsLong());
        this.pace = new Pace(workshop.clock());
        this.troubles = new Troubles(entry, companions, workshop.secrets());
        this.dispatch = new Dispatch(gear.flow(), emission, troubles);
        this.source = surroundings.source(gear, emission, troubles);
        this.singles = new Singles(gear, emission, dispatch, pace, companions.isEmpty() && !entry.batch());
        results.recordSources(gear.flow() != null && gear.flow().decides());
    }

    /** With a new fence everything on its way is left behind; its roots are emitted again. */
    void follow(Orders latest) {
        Orders former = orders;
        orders = latest;
        if (former != null && former.fence() == latest.fence()) {
            source.follow(latest);
            return;
        }
        batch = null;
        inRun = false;
        results.clear();
        singles.forget();
        troubles.forget();
        Wiring wiring = surroundings.wiring(latest, gear.codecs());
        source.follow(latest, wiring);
        acks = wiring.ackDesk(source.own());
        dispatch.follow(wiring.edges(emission, entry.tuning().batchSize(), gear.keys()));
        if (gear.output() != null) {
            gear.output().follow();
        }
    }

    /** Sends what had no room before. */
    boolean send(long nowNanos) throws Exception {
        boolean sent = gear.output() != null && gear.output().settle(acks(), nowNanos);
        emitter().lost(acks().losing());
        sent |= acks().send();
        return emitter().send() || sent;
    }

    boolean tend(long nowNanos) throws Exception {
        troubles.checkPoison();
        return source.tend(nowNanos);
    }

    /** Sends all there is, full or not, because nothing more comes now. */
    boolean flush(long nowNanos) throws Exception {
        boolean sent = send(nowNanos);
        return emitter().flush() || sent;
    }

    boolean isClear() {
        return acks().isClear() && emitter().isClear();
    }

    /** Takes one batch through all phases; false when there is none, or it cannot go on yet. */
    boolean batch(long nowNanos) throws Exception {
        Batch current = batch;
        if (current == null) {
            current = pace.isOverdue(nowNanos) ? null : readBatch(nowNanos);
            if (current == null) {
                return false;
            }
        }
        if (singles.mayTake(current) && !singles.hasStopped()) {
            int before = run;
            run = singles.run(current, run, acks(), nowNanos);
            taken += run - before;
            index = run;
            if (run < current.runs() && !singles.hasStopped()) {
                return false;
            }
        }
        while (run < current.runs()) {
            if (!finishRun(current, nowNanos)) {
                return false;
            }
            run++;
        }
        batch = null;
        batches++;
        companions.closed(surroundings);
        return true;
    }

    private @Nullable Batch readBatch(long nowNanos) throws Exception {
        surroundings.enter(Phase.READ);
        Batch next = source.next(nowNanos);
        if (next != null) {
            batch = next;
            run = 0;
            index = 0;
            singles.begin();
            companions.opened(next, surroundings);
        }
        return next;
    }

    private boolean finishRun(Batch current, long nowNanos) throws Exception {
        if (!inRun) {
            begin(current);
        }
        if (!applied && !applyFunction(current, nowNanos)) {
            return false;
        }
        if (failed) {
            acks().fail(current.root(run));
            emitter().endRun();
        } else if (!writeBatch(current)) {
            return false;
        }
        results.clear();
        inRun = false;
        return true;
    }

    private void begin(Batch current) throws Exception {
        inRun = true;
        singly = false;
        applied = false;
        failed = false;
        emission.begin(current.root(run), current.origin(run));
        if (current.size() == 1 && current.segments()[0] instanceof Poisoned letter) {
            dispatch.deadLetter(letter.segment(), letter.cause());
            index = current.end(run);
        }
    }

    /** All segments of the run through the function; false when one of them is to be tried again later. */
    private boolean applyFunction(Batch current, long nowNanos) throws Exception {
        surroundings.enter(Phase.APPLY);
        int end = current.end(run);
        while (index < end) {
            if (pace.isOverdue(nowNanos) || troubles.isWaiting(nowNanos)) {
                return false;
            }
            int upTo = singly ? index + 1 : pace.next(index, end);
            int reached = gear.function().apply(current.segments(), index, upTo, results);
            if (reached > index) {
                troubles.forget();
            }
            taken += reached - index;
            index = reached;
            if (index < upTo && !recover(current, end, nowNanos)) {
                return false;
            }
        }
        applied = true;
        companions.applied(results, surroundings);
        return true;
    }

    /** What becomes of the segment that failed; whether to go on now. */
    private boolean recover(Batch current, int end, long nowNanos) throws Exception {
        if (entry.batch() && !singly && end - index > 1) {
            singly = true;
            return true;
        }
        Throwable failure = Objects.requireNonNull(results.failure(), "a function stops for a reason");
        Dispatch.Fate fate = dispatch.failed(current.segments()[index], failure, nowNanos);
        if (fate == Dispatch.Fate.DONE) {
            taken++;
            index++;
        } else if (fate == Dispatch.Fate.RETRY) {
            failed = true;
            index = end;
        }
        return fate != Dispatch.Fate.WAIT;
    }

    /** Hands over what the run gave and acks it; false when an output has no room yet. */
    private boolean writeBatch(Batch current) throws Exception {
        surroundings.enter(Phase.WRITE);
        long root = current.root(run);
        long value = current.value(run);
        OutputWriter output = gear.output();
        if (output != null) {
            if (!output.write(results)) {
                return false;
            }
            output.endRun(root, value);
            return true;
        }
        dispatch.give(results, current);
        acks().ack(root, value ^ emitter().endRun());
        return true;
    }

    /** Sees how much waits for it, before it takes any. */
    void look() {
        inputFull = source.isFull();
    }

    TaskStats stats() {
        return new TaskStats(
                plan.self(),
                taken,
                gear.output() == null ? dispatch.emitted() : gear.output().taken(),
                batches,
                troubles.skipped(),
                source.openRoots(),
                source.replays(),
                source.extent(),
                inputFull,
                !isClear() || batch != null && gear.output() != null,
                gear.output() == null ? source.waiting() : gear.output().waiting());
    }

    private AckDesk acks() {
        return Objects.requireNonNull(acks, "orders come first");
    }

    private Emitter emitter() {
        return dispatch.emitter();
    }

    /** Tells the roots of all that it has taken and not handed on as lost. */
    void lose() {
        if (acks == null) {
            return;
        }
        LongConsumer losing = acks.losing();
        for (int lost = run; batch != null && lost < batch.runs(); lost++) {
            losing.accept(batch.root(lost));
        }
        if (gear.output() != null) {
            gear.output().lose(losing);
        }
        dispatch.abandon(losing);
    }
}
