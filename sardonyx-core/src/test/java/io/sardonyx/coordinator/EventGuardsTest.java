package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.sequential;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.log.Step;
import io.sardonyx.value.PeerId;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No guard of an event can be taken out: without it some history breaks an invariant, or an event applies twice.
 *
 * <p>One is left out, since what it prevents is only unfair: the timer of an earlier offer would revoke a later one.
 */
class EventGuardsTest {

    private static final List<PeerId> PEERS = List.of(peer("p"), peer("q"));

    @Test
    void withAllGuardsThereIsNoCounterexample() {
        assertThat(counterexamples(
                        Unguarded.of("with its guards", Born.class, (born, before) -> born.apply(before, 0))))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("unguarded")
    void withoutOneThereIs(Unguarded<?> unguarded) {
        assertThat(counterexamples(unguarded)).isNotEmpty();
    }

    private static List<Object> counterexamples(Unguarded<?> unguarded) {
        List<Step<Roster>> steps = Reachable.events(PEERS, sequential("s", 0), concurrent("c", 1)).stream()
                .map(unguarded::instead)
                .toList();
        var reachable = Reachable.by(steps, 20_000);
        return Stream.concat(reachable.broken().stream(), reachable.applyingTwice().stream())
                .limit(1)
                .map(Object.class::cast)
                .toList();
    }

    static Stream<Unguarded<?>> unguarded() {
        return Stream.of(
                        offersWithoutGuards(),
                        peersEventsWithoutGuards(),
                        completionsWithoutGuards(),
                        leadersEventsWithoutGuards(),
                        noticesWithoutGuards(),
                        withdrawalsWithoutGuards())
                .flatMap(many -> many);
    }

    private static Stream<Unguarded<?>> offersWithoutGuards() {
        return Stream.of(
                Unguarded.of("of a peer that is not idle", Offer.class, (offer, before) -> {
                    var task = before.task(offer.post().job(), offer.post().task());
                    boolean isOpen = task != null
                            && task.hasRoom()
                            && task.attempt() == offer.post().attempt();
                    return isOpen
                                    && before.mayDo(offer.peer(), offer.post())
                                    && before.peers().has(offer.peer())
                            ? before.offering(offer.peer(), offer.post())
                            : before;
                }),
                Unguarded.of("of an attempt that is over", Offer.class, (offer, before) -> {
                    var now = before.post(offer.post().job(), offer.post().task());
                    return now != null && before.admits(offer.peer(), now)
                            ? before.offering(offer.peer(), offer.post())
                            : before;
                }),
                offerIf(
                        "of a task that is taken or complete",
                        (roster, offer) -> roster.mayDo(offer.peer(), offer.post())),
                offerIf("of a task that the peer has sealed", (roster, offer) -> {
                    var job = roster.jobs().get(offer.post().job());
                    return job != null && hasRoom(roster, offer) && !job.unfit().has(offer.peer());
                }),
                offerIf("of a job that the peer is unfit for", (roster, offer) -> {
                    var task = roster.task(offer.post().job(), offer.post().task());
                    return task != null
                            && hasRoom(roster, offer)
                            && !task.sealers().has(offer.peer());
                }));
    }

    private static Unguarded<Offer> offerIf(String flaw, BiPredicate<Roster, Offer> guard) {
        return Unguarded.of(flaw, Offer.class, (offer, before) -> {
            boolean isCurrent = offer.post()
                    .equals(before.post(offer.post().job(), offer.post().task()));
            return isCurrent && before.idle().has(offer.peer()) && guard.test(before, offer)
                    ? before.offering(offer.peer(), offer.post())
                    : before;
        });
    }

    private static boolean hasRoom(Roster roster, Offer offer) {
        var task = roster.task(offer.post().job(), offer.post().task());
        return task != null && task.hasRoom();
    }

    private static Stream<Unguarded<?>> peersEventsWithoutGuards() {
        return Stream.of(
                Unguarded.of(
                        "of a known peer", Born.class, (born, before) -> before.with(born.peer(), RosterPeer.IDLE)),
                Unguarded.of("of a peer that is not acking", Ack.class, (ack, before) -> {
                    var peer = before.peers().get(ack.peer());
                    return peer != null && peer.isAt(ack.post()) ? before.with(ack.peer(), peer.active()) : before;
                }),
                Unguarded.of("of another post", Ack.class, (ack, before) -> {
                    var peer = before.peers().get(ack.peer());
                    return peer != null && peer.state() == PeerState.ACKING
                            ? before.with(ack.peer(), peer.active())
                            : before;
                }),
                Unguarded.of("of a peer that is not active", Exhaust.class, (exhaust, before) -> {
                    var peer = before.peers().get(exhaust.peer());
                    return peer != null
                                    && peer.isAt(exhaust.post())
                                    && peer.state().isAtTask()
                            ? before.with(exhaust.peer(), peer.waiting())
                            : before;
                }),
                exhaust("as if it were the last one", RosterPeer::sealing),
                exhaust("as if it were not the last one", RosterPeer::waiting));
    }

    private static Stream<Unguarded<?>> completionsWithoutGuards() {
        return Stream.of(
                Unguarded.of("of a peer that does not seal", Complete.class, (complete, before) -> {
                    var peer = before.peers().get(complete.peer());
                    return peer != null && peer.isAt(complete.post())
                            ? before.with(complete.peer(), RosterPeer.IDLE)
                                    .sealedBy(complete.peer(), complete.post(), complete.skipped())
                            : before;
                }),
                Unguarded.of("of a task that others have joined", Complete.class, (complete, before) -> {
                    var sealing = before.peerAt(complete.peer(), PeerState.SEALING, complete.post());
                    return sealing == null
                            ? before
                            : before.with(complete.peer(), RosterPeer.IDLE)
                                    .completing(complete.post(), complete.skipped());
                }),
                Unguarded.of("that counts for a task that goes on", Complete.class, (complete, before) -> {
                    var after = complete.apply(before, 0);
                    var job = after.jobs().get(complete.post().job());
                    return after == before || job == null
                            ? after
                            : new Roster(
                                    after.peers(),
                                    after.idle(),
                                    after.jobs().with(complete.post().job(), counting(job, complete)),
                                    after.finished(),
                                    after.lastPlanned(),
                                    after.lastOffered());
                }),
                Unguarded.of("of a dead peer whose task was taken over", Complete.class, (complete, before) -> {
                    var dead = before.peerAt(complete.peer(), PeerState.DEAD, complete.post());
                    return dead == null
                            ? complete.apply(before, 0)
                            : before.completing(complete.post(), complete.skipped());
                }));
    }

    private static JobProgress counting(JobProgress job, Complete complete) {
        var counts = job.skipped().with(complete.post().task(), 1L);
        return new JobProgress(job.submitted(), job.tasks(), job.unfit(), counts);
    }

    private static Unguarded<Exhaust> exhaust(String flaw, UnaryOperator<RosterPeer> next) {
        return Unguarded.of(flaw, Exhaust.class, (exhaust, before) -> {
            var active = before.peerAt(exhaust.peer(), PeerState.ACTIVE, exhaust.post());
            return active == null ? before : before.with(exhaust.peer(), next.apply(active));
        });
    }

    private static Stream<Unguarded<?>> leadersEventsWithoutGuards() {
        return Stream.of(
                Unguarded.of("of a dead peer", Death.class, (death, before) -> {
                    var peer = before.peers().get(death.peer());
                    return peer == null ? before : before.losing(death.peer(), peer.dead());
                }),
                Unguarded.of(
                        "of a job that has ended",
                        Plan.class,
                        (plan, before) -> before.jobs().has(plan.job())
                                        || before.finished().has(plan.job())
                                ? before
                                : before.planning(plan.job(), plan.submitted(), plan.tasks())),
                Unguarded.of("of a peer that has acknowledged", Revoke.class, (revoke, before) -> {
                    var peer = before.peers().get(revoke.peer());
                    return peer != null && peer.isAt(revoke.post())
                            ? before.losing(revoke.peer(), peer.revoked())
                            : before;
                }));
    }

    private static Stream<Unguarded<?>> noticesWithoutGuards() {
        return Stream.of(
                Unguarded.of("of a living peer", Evict.class, (evict, before) -> {
                    var peer = before.peers().get(evict.peer());
                    return peer == null ? before : before.with(evict.peer(), peer.evicted());
                }),
                Unguarded.of("of a peer that has not drained its task", Seal.class, (seal, before) -> {
                    var peer = before.peers().get(seal.peer());
                    return peer != null && peer.isAt(seal.post())
                            ? before.with(seal.peer(), peer.sealAnswered())
                            : before;
                }),
                Unguarded.of("of another post", Seal.class, (seal, before) -> {
                    var peer = before.peers().get(seal.peer());
                    return peer != null && peer.awaitsSealAnswer()
                            ? before.with(seal.peer(), peer.sealAnswered())
                            : before;
                }),
                Unguarded.of("of a peer that was not evicted", Shutdown.class, (shutdown, before) -> {
                    var peer = before.peers().get(shutdown.peer());
                    return peer == null ? before : before.shuttingDown(shutdown.peer(), peer);
                }));
    }

    private static Stream<Unguarded<?>> withdrawalsWithoutGuards() {
        return Stream.of(
                Unguarded.of(
                        "that leaves the peers where they are",
                        Withdraw.class,
                        (withdraw, before) -> before.jobs().has(withdraw.job())
                                ? new Roster(
                                        before.peers(),
                                        before.idle(),
                                        before.jobs().without(withdraw.job()),
                                        before.finished(),
                                        before.lastPlanned(),
                                        before.lastOffered())
                                : before),
                Unguarded.of(
                        "of a peer that is gone",
                        Unfit.class,
                        (unfit, before) -> before.peers().has(unfit.peer())
                                ? before.excluding(unfit.peer(), unfit.job())
                                : before));
    }

    /** An event that applies when it must not. */
    record Unguarded<E extends Event>(String flaw, Class<E> type, BiFunction<E, Roster, Roster> apply) {

        static <E extends Event> Unguarded<E> of(String flaw, Class<E> type, BiFunction<E, Roster, Roster> apply) {
            return new Unguarded<>(flaw, type, apply);
        }

        Step<Roster> instead(Event event) {
            return type.isInstance(event) ? (before, position) -> apply.apply(type.cast(event), before) : event;
        }

        @Override
        public String toString() {
            return type.getSimpleName() + " " + flaw;
        }
    }
}
