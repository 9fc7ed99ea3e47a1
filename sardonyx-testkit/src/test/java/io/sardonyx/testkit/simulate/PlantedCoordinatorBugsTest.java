package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.LogBridge;
import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.CoordinatorDuties;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Revoke;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.coordinator.UncheckedOffers;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.follow.Follower;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Step;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The simulator sees what a coordinator can do wrong: each bug is found within 200 seeds. */
class PlantedCoordinatorBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;
    /** For how many events at most a roster remembers a finished job that forgets too early. */
    private static final int TRIMMED_EVERY = 2;

    private static final Follower.Fold<Roster> FOLD = Coordinator.Rules.DEFAULT.fold();

    /** A store in whose coordinator's log other entries are appended than were meant. */
    private static final class OtherEvents extends TamperedStore {

        private final Store store;
        private final UnaryOperator<List<byte[]>> bend;

        OtherEvents(Store store, UnaryOperator<List<byte[]>> bend) {
            super(store);
            this.store = store;
            this.bend = bend;
        }

        @Override
        public Log log(String name) {
            Log log = store.log(name);
            return name.startsWith("coordinator-") ? new BentLog(log, bend) : log;
        }
    }

    private record BentLog(Log log, UnaryOperator<List<byte[]>> bend) implements Log {

        @Override
        public CompletionStage<Long> append(List<byte[]> entries) {
            List<byte[]> bent = bend.apply(entries);
            return bent.isEmpty()
                    ? CompletableFuture.failedFuture(new IllegalStateException("lost"))
                    : log.append(bent);
        }

        @Override
        public CompletionStage<Slice> read(long from, int limit) {
            return log.read(from, limit);
        }

        @Override
        public CompletionStage<Optional<Origin>> origin() {
            return log.origin();
        }

        @Override
        public CompletionStage<Boolean> rebase(Origin origin) {
            return log.rebase(origin);
        }

        @Override
        public Watch onAppend(Runnable nudge) {
            return log.onAppend(nudge);
        }
    }

    private static Step<Roster> event(byte[] entry) {
        return EventCodec.decode(0, entry).step();
    }

    /** Offers come first in each append, whoever may still commit. */
    private static Store hasty(Store store) {
        return new OtherEvents(store, entries -> {
            var sorted = new ArrayList<>(entries);
            sorted.sort(
                    (one, other) -> Boolean.compare(!(event(one) instanceof Offer), !(event(other) instanceof Offer)));
            return sorted;
        });
    }

    @Test
    void offersBeforeEvictionsAreFound() {
        find(PlantedBug.NONE.stores(PlantedCoordinatorBugsTest::hasty), "work was offered before");
    }

    /** One peer in five never gets an acknowledgement through. */
    private static Store mute(Store store) {
        return new OtherEvents(
                store,
                entries -> entries.stream()
                        .filter(entry ->
                                !(event(entry) instanceof Ack ack && ack.peer().hashCode() % 5 == 0))
                        .toList());
    }

    @Test
    void peersThatNeverAcknowledgeHoldNothingUp() {
        for (long seed = 0; seed < 20; seed++) {
            run(seed, PlantedBug.NONE.stores(PlantedCoordinatorBugsTest::mute));
        }
    }

    /** Runs no timers for offers that it found when it took over. */
    private static final class Timeless implements Function<Roster, CoordinatorDuties> {

        private @Nullable Set<Revoke> found;

        @Override
        public CoordinatorDuties apply(Roster roster) {
            CoordinatorDuties duties = CoordinatorDuties.of(roster);
            if (found == null) {
                found = new HashSet<>(duties.timers());
            }
            Set<Revoke> ignored = found;
            List<Revoke> timers = duties.timers().stream()
                    .filter(timer -> !ignored.contains(timer))
                    .toList();
            return new CoordinatorDuties(
                    duties.watches(), timers, duties.evictions(), duties.shutdowns(), duties.seals(), duties.offers());
        }
    }

    @Test
    void timersThatAreNotRestartedAfterATakeOverAreFound() {
        find(
                PlantedBug.NONE
                        .stores(PlantedCoordinatorBugsTest::mute)
                        .coordinators(() -> new Coordinator.Rules(new Timeless(), LogBridge::between, FOLD)),
                "did not converge");
    }

    /** Takes what was owed when it took over for done, since its predecessor reacted to the same events. */
    private static final class Trusting implements Function<Roster, CoordinatorDuties> {

        private @Nullable Set<Event> found;

        @Override
        public CoordinatorDuties apply(Roster roster) {
            CoordinatorDuties duties = CoordinatorDuties.of(roster);
            if (found == null) {
                found = new HashSet<>(duties.owed());
            }
            return new CoordinatorDuties(
                    duties.watches(),
                    duties.timers(),
                    others(duties.evictions()),
                    others(duties.shutdowns()),
                    others(duties.seals()),
                    others(duties.offers()));
        }

        private <E extends Event> List<E> others(List<E> owed) {
            Set<Event> trusted = found == null ? Set.of() : found;
            return owed.stream().filter(event -> !trusted.contains(event)).toList();
        }
    }

    @Test
    void standByThatTrustsTheReactionsOfItsPredecessorIsFound() {
        find(
                PlantedBug.NONE.coordinators(() -> new Coordinator.Rules(new Trusting(), LogBridge::between, FOLD)),
                "did not converge");
    }

    /** Completes a job as soon as one of its tasks is complete. */
    private static LogBridge early(Roster roster, Replica replica) {
        LogBridge bridge = LogBridge.between(roster, replica);
        var commands = new ArrayList<Command>(bridge.commands());
        roster.jobs().forEach((id, job) -> {
            if (job.tasks().values().stream().anyMatch(TaskProgress::complete)) {
                commands.add(new CompleteJob(id));
            }
        });
        return new LogBridge(bridge.plans(), bridge.unfits(), bridge.deaths(), bridge.withdrawals(), commands);
    }

    @Test
    void completionBeforeTheLastTaskIsCompleteIsFound() {
        find(
                PlantedBug.NONE.coordinators(
                        () -> new Coordinator.Rules(CoordinatorDuties::of, PlantedCoordinatorBugsTest::early, FOLD)),
                "in the roster it is not finished");
    }

    /** A fold in which some events do something else. */
    private record OtherFold(BiFunction<Roster, Entry<Roster>, Change<Roster>> bent) implements Follower.Fold<Roster> {

        @Override
        public Roster empty() {
            return FOLD.empty();
        }

        @Override
        public Roster fromOrigin(byte[] origin) {
            return FOLD.fromOrigin(origin);
        }

        @Override
        public Entry<Roster> decode(long position, byte[] stored) {
            return FOLD.decode(position, stored);
        }

        @Override
        public Entry<Roster> skipped(long position) {
            return FOLD.skipped(position);
        }

        @Override
        public Change<Roster> apply(Roster before, Entry<Roster> entry) {
            return bent.apply(before, entry);
        }

        @Override
        public boolean isContinued(Roster before, Roster after) {
            return FOLD.isContinued(before, after);
        }
    }

    /** A bug in what events do, the same in every process. */
    private static PlantedBug everywhere(
            BiFunction<Roster, Replica, LogBridge> bridge, BiFunction<Roster, Entry<Roster>, Change<Roster>> bent) {
        var fold = new OtherFold(bent);
        return PlantedBug.NONE
                .events(fold)
                .coordinators(() -> new Coordinator.Rules(CoordinatorDuties::of, bridge, fold));
    }

    /** A store in which a coordinator that has led once goes on to lead, whatever becomes of its lease. */
    private static Store obstinate(Store store) {
        return new TamperedStore(store) {
            @Override
            public Leases leases() {
                Leases leases = store.leases();
                return new Leases() {
                    @Override
                    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
                        CompletionStage<Optional<Lease>> claim = leases.claim(name, holder);
                        return name.equals(Coordinator.LEASE)
                                ? claim.thenApply(claimed -> claimed.map(TamperedStore.Blind::new))
                                : claim;
                    }

                    @Override
                    public CompletionStage<Boolean> isHeld(String name) {
                        return leases.isHeld(name);
                    }

                    @Override
                    public Watch onFree(String name, Runnable nudge) {
                        return leases.onFree(name, nudge);
                    }
                };
            }
        };
    }

    /** An offer is not checked when it is applied. */
    private static Change<Roster> unchecked(Roster before, Entry<Roster> entry) {
        return entry.step() instanceof Offer offer
                ? new Change<>(before, UncheckedOffers.apply(offer, before))
                : FOLD.apply(before, entry);
    }

    @Test
    void leaderThatGoesOnWithoutItsLeaseAndIsNotCheckedIsFound() {
        find(
                everywhere(LogBridge::between, PlantedCoordinatorBugsTest::unchecked)
                        .stores(PlantedCoordinatorBugsTest::obstinate),
                "a peer changes its state only as the chart allows",
                "no peer is at a complete task");
    }

    /** A process whose peer was revoked takes it for active, and works on. */
    private static Change<Roster> deaf(Roster before, Entry<Roster> entry) {
        return entry.step() instanceof Revoke revoke
                ? FOLD.apply(before, Entry.anonymous(entry.position(), new Ack(revoke.peer(), revoke.post())))
                : FOLD.apply(before, entry);
    }

    @Test
    void peerThatWorksOnAfterItWasRevokedIsFound() {
        find(
                PlantedBug.NONE
                        .stores(PlantedCoordinatorBugsTest::mute)
                        .events(new OtherFold(PlantedCoordinatorBugsTest::deaf)),
                "at which the roster never had that peer active");
    }

    private static Roster forgetting(Roster roster, boolean finished, boolean planned) {
        return new Roster(
                roster.peers(),
                roster.idle(),
                roster.jobs(),
                finished ? OrderedTable.empty() : roster.finished(),
                planned ? Roster.NOWHERE : roster.lastPlanned(),
                roster.lastOffered());
    }

    /** Finished jobs are trimmed after some events, and a plan is not checked against the last one. */
    private static Change<Roster> forgetful(Roster before, Entry<Roster> entry) {
        boolean trims =
                entry.position() % TRIMMED_EVERY == 1 && !before.finished().isEmpty();
        Roster trimmed = trims ? forgetting(before, true, false) : before;
        if (entry.step() instanceof Plan) {
            Roster open = forgetting(trimmed, false, true);
            Roster after = FOLD.apply(open, entry).after();
            return new Change<>(trimmed, after == open ? trimmed : after);
        }
        return FOLD.apply(trimmed, entry);
    }

    /** Plans every job that the roster does not know. */
    private static LogBridge eager(Roster roster, Replica replica) {
        LogBridge bridge = LogBridge.between(roster, replica);
        LogBridge all = LogBridge.between(forgetting(roster, false, true), replica);
        return new LogBridge(all.plans(), bridge.unfits(), bridge.deaths(), bridge.withdrawals(), bridge.commands());
    }

    @Test
    void finishedJobThatIsPlannedAgainAfterTrimmingIsFound() {
        find(
                everywhere(PlantedCoordinatorBugsTest::eager, PlantedCoordinatorBugsTest::forgetful),
                "an older job is not planned after a newer one");
    }

    private static void run(long seed, PlantedBug bug) {
        JobSimulation.runCoordinated(seed, 2 + (int) (seed % 4), bug, Simulation.SILENT);
    }

    private static void find(PlantedBug bug, String... symptoms) {
        for (long seed = 0; seed < SEEDS_TO_FIND_A_BUG; seed++) {
            try {
                run(seed, bug);
            } catch (AssertionError found) {
                assertThat(found.getMessage()).containsAnyOf(symptoms);
                System.out.println("found with seed " + seed + ": " + found.getMessage());
                return;
            }
        }
        fail("not found in " + SEEDS_TO_FIND_A_BUG + " seeds");
    }
}
