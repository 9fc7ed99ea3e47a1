package io.sardonyx.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.GroupId;
import org.junit.jupiter.api.Test;

class RingTest {

    private static final GroupId A = GroupId.of("a");
    private static final GroupId B = GroupId.of("b");
    private static final GroupId C = GroupId.of("c");
    private static final GroupId D = GroupId.of("d");
    private static final GroupId E = GroupId.of("e");

    private static Ring ring(GroupId first, GroupId... others) {
        Ring ring = Ring.EMPTY.found(first);
        GroupId last = first;
        for (GroupId other : others) {
            ring = ring.prepare(last, other).notify(other).admit(other);
            last = other;
        }
        return ring;
    }

    @Test
    void admittedJoinersFormOneCycle() {
        Ring ring = ring(A, C, B);
        assertThat(ring.successor(A)).isEqualTo(C);
        assertThat(ring.successor(C)).isEqualTo(B);
        assertThat(ring.successor(B)).isEqualTo(A);
        assertThat(ring.members().keys()).containsExactly(A, C, B);
    }

    @Test
    void candidatesAreTheFreeInTheOrderOfIdsAndThePositionChooses() {
        Ring ring = ring(C, A, B);
        assertThat(ring.candidate(D, 0)).contains(A);
        assertThat(ring.candidate(D, 1)).contains(B);
        assertThat(ring.candidate(D, 5)).contains(C);
        assertThat(ring.candidate(A, 5)).isEmpty();
        assertThat(Ring.EMPTY.candidate(A, 0)).isEmpty();
    }

    @Test
    void preparedObserverAndItsPredecessorAreTakenAnAcceptedOneOnlyItself() {
        Ring prepared = ring(A, B, C, D).prepare(B, E);
        assertThat(prepared.candidate(GroupId.of("f"), 0)).contains(C);
        assertThat(prepared.candidate(GroupId.of("f"), 1)).contains(D);
        Ring accepted = prepared.notify(E);
        assertThat(accepted.candidate(GroupId.of("f"), 0)).contains(A);
        assertThat(accepted.candidate(GroupId.of("f"), 1)).contains(C);
    }

    @Test
    void candidateRuleIsThatOfTheSetsWhateverIsInFlight() {
        Ring ring = ring(A, B, C, D);
        assertThat(ring.prepare(A, E).candidate(GroupId.of("f"), 0)).contains(B);
        assertThat(ring.prepare(A, E).candidate(GroupId.of("f"), 1)).contains(C);
        assertThat(ring(A, B).prepare(A, E).candidate(GroupId.of("f"), 0)).isEmpty();
    }

    @Test
    void memberThatFollowsInTheOrderOfIdsWrapsAround() {
        Ring ring = ring(B, D);
        assertThat(ring.following(A)).contains(B);
        assertThat(ring.following(B)).contains(D);
        assertThat(ring.following(E)).contains(B);
        assertThat(Ring.EMPTY.following(A)).isEmpty();
    }

    @Test
    void ringClosesOverWhoeverLeaves() {
        Ring ring = ring(A, B, C).leave(C);
        assertThat(ring.successor(B)).isEqualTo(A);
        assertThat(ring.leave(A).successor(B)).isNull();
        assertThat(ring.leave(A).leave(B).members().isEmpty()).isTrue();
        assertThat(ring.leave(A).leave(B).left()).containsExactly(C, A, B);
    }

    @Test
    void joinerOfAnObserverThatLeavesIsTurnedAway() {
        Ring ring = ring(A, B).prepare(B, D).leave(B);
        assertThat(ring.joining().isEmpty()).isTrue();
        assertThat(ring.aborted()).containsExactly(D);
        assertThat(ring.knows(D)).isFalse();
    }

    @Test
    void whoIsTurnedAwayTwiceLeavesTheVeryRing() {
        Ring ring = ring(A).turnAway(B);
        assertThat(ring.turnAway(B)).isSameAs(ring);
    }

    @Test
    void whatIsNotInFlightIsNeitherNotifiedNorAdmitted() {
        Ring ring = ring(A);
        assertThat(ring.notify(B)).isSameAs(ring);
        assertThat(ring.admit(B)).isSameAs(ring);
    }

    @Test
    void onlyTheLatestAbsentAreRemembered() {
        Ring ring = ring(A).leave(B).leave(C).leave(D).turnAway(E);
        assertThat(ring.remembering(2).left()).containsExactly(C, D);
        assertThat(ring.remembering(2).aborted()).containsExactly(E);
    }
}
