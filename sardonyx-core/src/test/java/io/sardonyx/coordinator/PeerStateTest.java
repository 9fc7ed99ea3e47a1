package io.sardonyx.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeerStateTest {

    @Test
    void everyStateMayStayAsItIs() {
        assertThat(PeerState.values()).allMatch(state -> state.mayBecome(state));
    }

    @Test
    void everyStateButDeathLeadsToDeath() {
        assertThat(PeerState.values())
                .filteredOn(state -> state != PeerState.DEAD)
                .allMatch(state -> state.successors().contains(PeerState.DEAD));
        assertThat(PeerState.DEAD.successors()).isEmpty();
    }

    @Test
    void waitingPeerNeverSealsAndActiveOneNeverGoesIdleAtOnce() {
        assertThat(PeerState.WAITING.mayBecome(PeerState.SEALING)).isFalse();
        assertThat(PeerState.ACTIVE.mayBecome(PeerState.IDLE)).isFalse();
    }

    @Test
    void statesAtATaskAreThoseAtWorkAndWaiting() {
        assertThat(PeerState.values())
                .filteredOn(PeerState::isAtTask)
                .containsExactly(PeerState.ACKING, PeerState.ACTIVE, PeerState.WAITING, PeerState.SEALING);
        assertThat(PeerState.values())
                .filteredOn(PeerState::isWorking)
                .containsExactly(PeerState.ACKING, PeerState.ACTIVE, PeerState.SEALING);
        assertThat(PeerState.values())
                .filteredOn(state -> !state.isLiving())
                .containsExactly(PeerState.REVOKED, PeerState.DEAD);
    }
}
