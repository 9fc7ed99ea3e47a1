package io.sardonyx.testkit.simulate;

import static io.sardonyx.testkit.simulate.World.MILLI;
import static io.sardonyx.testkit.simulate.World.SECOND;

import io.sardonyx.testkit.simulate.broker.SimulatedQueues;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import java.util.List;
import java.util.function.BiConsumer;

/** Schedules the faults of a {@link Storm} in a world and applies each to the machine it hits. */
final class FaultInjector {

    private static final long SESSION = SimulatedSession.TIMEOUT_NANOS;
    private static final long USUAL_STALL = 10 * SECOND;
    private static final long LONGEST_STALL = 200 * SECOND;
    /* How many stalls in a thousand are long. */
    private static final int LONG_STALLS = 20;

    private final World world;
    private final BiConsumer<StormEvent.Deed, Machine> story;
    private final Trade trade;

    /** Handlers for events about jobs, and about links between machines; they depend on the kind of simulation. */
    interface Trade {

        void submit(Machine machine, StormEvent strike);

        void kill(Machine machine, StormEvent strike);

        /** Partitions the direction from one machine to the other for a while. */
        void cut(Machine from, Machine to, long nanos);

        /** Corrupts a checkpoint or partition list. */
        void damage(StormEvent strike);

        /** Restarts a broker, lets it be away for a while, or lets it give up the connections of the machine. */
        default void strikeBroker(Machine machine, StormEvent strike) {}
    }

    /** @param story listener for each event and the machine it hits, called before it is applied */
    FaultInjector(World world, Trade trade, BiConsumer<StormEvent.Deed, Machine> story) {
        this.world = world;
        this.trade = trade;
        this.story = story;
    }

    /** Schedules all events in virtual time. */
    void schedule(Storm storm) {
        storm.strikes().forEach(strike -> world.time.after(strike.atNanos(), () -> happen(strike)));
    }

    /** Applies an event; events that find no machine to hit are dropped. */
    private void happen(StormEvent strike) {
        List<Machine> living =
                world.living().stream().filter(machine -> !machine.isLeaving()).toList();
        if (living.isEmpty()) {
            return;
        }
        Machine victim = living.get(strike.victim() % living.size());
        story.accept(strike.deed(), victim);
        switch (strike.deed()) {
            case SUBMIT_JOB -> trade.submit(victim, strike);
            case KILL_JOB -> trade.kill(victim, strike);
            case LEAVE -> victim.leave();
            case KILL -> kill(victim, strike);
            case PAUSE -> pause(victim, strike);
            case CLOCK_STOP -> stopClock(victim, strike);
            case CLOCK_JUMP -> jump(victim, strike);
            case SUSPEND -> suspend(victim, strike);
            case EXPIRE_ALIVE -> expire(victim, strike);
            case OUTAGE -> outage(strike);
            case STORE_FULL -> fill(strike);
            case DAMAGE -> trade.damage(strike);
            case CUT -> cut(victim, living, strike, false);
            case CUT_ONE_WAY -> cut(victim, living, strike, true);
            case STALL -> stall(victim, strike);
            case BROKER_RESTART -> broker(FaultKind.BROKER_RESTART, victim, strike);
            case BROKER_OUTAGE -> broker(FaultKind.BROKER_OUTAGE, victim, strike);
            case BROKER_DISCONNECT -> broker(FaultKind.BROKER_DISCONNECT, victim, strike);
        }
    }

    private void cut(Machine victim, List<Machine> living, StormEvent strike, boolean oneWay) {
        Machine other = living.get((living.indexOf(victim) + 1 + strike.delay()) % living.size());
        if (other == victim) {
            return;
        }
        world.faults.count(oneWay ? FaultKind.LINK_CUT_ONE_WAY : FaultKind.LINK_CUT);
        long length = strike.within(50 * MILLI, 5 * SECOND);
        trade.cut(victim, other, length);
        if (!oneWay) {
            trade.cut(other, victim, length);
        }
    }

    private void broker(FaultKind kind, Machine victim, StormEvent strike) {
        world.faults.count(kind);
        trade.strikeBroker(victim, strike);
    }

    /** Stops a machine; brokers give up a connection that is silent for too long. */
    private void silence(Machine victim, long nanos) {
        victim.pauseUntil(world.time.nowNanos() + nanos);
        if (nanos > SimulatedQueues.CONNECTION_TIMEOUT_NANOS && victim.shop.isConnected()) {
            world.time.after(SimulatedQueues.CONNECTION_TIMEOUT_NANOS, victim.shop::disconnect);
        }
    }

    /** Kills a machine as soon as it has ended its turn. */
    void kill(Machine victim, int extent, int delay) {
        world.time.after(0, () -> {
            if (victim.isAlive()) {
                story.accept(StormEvent.Deed.KILL, victim);
                kill(victim, new StormEvent(0, StormEvent.Deed.KILL, 0, extent, delay));
            }
        });
    }

    private void kill(Machine victim, StormEvent strike) {
        world.faults.count(FaultKind.KILL);
        SimulatedSession session = victim.connection.session();
        world.bury(victim);
        world.time.after(
                strike.delayedAtMost(SESSION), () -> world.store.leases().expire(session));
        world.start(strike.within(0, 2 * SESSION));
    }

    private void pause(Machine victim, StormEvent strike) {
        world.faults.count(FaultKind.PAUSE);
        long length = strike.within(100 * MILLI, 2 * SESSION);
        silence(victim, length);
        endIfLonger(victim.connection.session(), length);
    }

    /** Stops a machine but keeps its session; now and then longer than all retries of a root take to time out. */
    private void stall(Machine victim, StormEvent strike) {
        world.faults.count(FaultKind.STALL);
        long length = strike.extent() < LONG_STALLS ? LONGEST_STALL : strike.within(100 * MILLI, USUAL_STALL);
        silence(victim, length);
    }

    private void stopClock(Machine victim, StormEvent strike) {
        world.faults.count(FaultKind.CLOCK_STOP);
        long length = strike.within(100 * MILLI, 2 * SESSION);
        silence(victim, length);
        victim.stopUntil(world.time.nowNanos() + length);
        endIfLonger(victim.connection.session(), length);
    }

    private void jump(Machine victim, StormEvent strike) {
        world.faults.count(FaultKind.CLOCK_JUMP);
        victim.leap(strike.within(SECOND, 300 * SECOND));
    }

    private void suspend(Machine victim, StormEvent strike) {
        world.faults.count(FaultKind.SUSPEND);
        long length = strike.within(50 * MILLI, 2 * SESSION);
        SimulatedSession session = victim.connection.session();
        session.suspend();
        world.time.after(length, session::resume);
        endIfLonger(session, length);
    }

    private void expire(Machine victim, StormEvent strike) {
        world.faults.count(FaultKind.EXPIRE_ALIVE);
        end(victim.connection.session(), 0, strike.delayedAtMost(2 * SECOND));
    }

    /** Expires a session if its process is silent for longer than the session timeout. */
    private void endIfLonger(SimulatedSession session, long silenceNanos) {
        if (silenceNanos > SESSION) {
            end(session, SESSION, silenceNanos);
        }
    }

    /** Expires a session in the store; the process learns of it later. */
    private void end(SimulatedSession session, long delayNanos, long learnsAfterNanos) {
        world.time.after(delayNanos, () -> world.store.leases().expire(session));
        world.time.after(Math.max(delayNanos, learnsAfterNanos), session::learn);
    }

    private void fill(StormEvent strike) {
        world.faults.count(FaultKind.STORE_FULL);
        world.store.fill();
        world.time.after(strike.within(50 * MILLI, 3 * SECOND), world.store::clean);
    }

    private void outage(StormEvent strike) {
        world.faults.count(FaultKind.OUTAGE);
        world.store.fail();
        world.time.after(strike.within(50 * MILLI, 3 * SECOND), world.store::recover);
    }
}
