package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.followUps;
import static io.sardonyx.coordinator.Rosters.gone;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.known;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.TaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeathTest {

    private final Roster open = planned(concurrent("t", 0));

    @Test
    void idlePeerDiesAndLeavesTheQueue() {
        var after = after(idle(open, "p", "q"), new Death(peer("p")));
        assertThat(known(after, "p")).isEqualTo(new RosterPeer(PeerState.DEAD, null, RosterPeer.Notice.NONE));
        assertThat(after.idle()).containsExactly(peer("q"));
        assertThat(after.post(JOB, TaskName.of("t"))).isEqualTo(post("t", 0));
    }

    @Test
    void taskOfALostWorkerCountsOneMoreAttempt() {
        for (PeerState state : List.of(PeerState.ACKING, PeerState.ACTIVE, PeerState.SEALING)) {
            var after = after(at(open, "p", state, post("t")), new Death(peer("p")));
            assertThat(after.post(JOB, TaskName.of("t"))).isEqualTo(post("t", 1));
        }
    }

    @Test
    void whoOnlyWaitedIsNoLossToItsTask() {
        var before = at(at(open, "p", PeerState.WAITING, post("t")), "q", PeerState.ACTIVE, post("t"));
        var after = after(before, new Death(peer("p")));
        assertThat(after.post(JOB, TaskName.of("t"))).isEqualTo(post("t", 0));
        assertThat(state(after, "q")).isEqualTo(PeerState.ACTIVE);
    }

    @Test
    void whoeverWaitedForTheDeadAloneIsIdle() {
        for (PeerState state : List.of(PeerState.ACKING, PeerState.ACTIVE, PeerState.SEALING)) {
            var before = at(at(open, "p", PeerState.WAITING, post("t")), "q", state, post("t"));
            assertThat(state(after(before, new Death(peer("q"))), "p")).isEqualTo(PeerState.IDLE);
        }
    }

    @Test
    void whoeverWaitsForOthersGoesOnWaiting() {
        var before = at(at(open, "p", PeerState.WAITING, post("t")), "q", PeerState.ACTIVE, post("t"));
        before = at(before, "r", PeerState.ACTIVE, post("t"));
        assertThat(state(after(before, new Death(peer("q"))), "p")).isEqualTo(PeerState.WAITING);
    }

    @Test
    void onlyASealerKeepsItsPostInDeath() {
        var sealer = at(open, "p", PeerState.SEALING, post("t"));
        assertThat(known(after(sealer, new Death(peer("p"))), "p").post()).isEqualTo(post("t"));
        var worker = at(open, "p", PeerState.ACTIVE, post("t"));
        assertThat(known(after(worker, new Death(peer("p"))), "p").post()).isNull();
    }

    @Test
    void deadIsEvictedAndItsTaskOfferedAgain() {
        var before = idle(at(open, "p", PeerState.ACTIVE, post("t")), "q");
        assertThat(followUps(before, new Death(peer("p"))))
                .containsExactly(new Evict(peer("p")), new Offer(peer("q"), post("t", 1)));
    }

    @Test
    void revokedPeerThatWasEvictedIsNotEvictedAgain() {
        var before = gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.EVICTED);
        assertThat(known(after(before, new Death(peer("p"))), "p"))
                .isEqualTo(new RosterPeer(PeerState.DEAD, null, RosterPeer.Notice.EVICTED));
        assertThat(followUps(before, new Death(peer("p")))).isEmpty();
    }

    @Test
    void deadAndUnknownPeersDoNotDie() {
        var before = idle(gone(open, "p", PeerState.DEAD, RosterPeer.Notice.NONE), "q");
        for (String name : List.of("p", "stranger")) {
            assertThat(after(before, new Death(peer(name)))).isSameAs(before);
            assertThat(followUps(before, new Death(peer(name)))).isEmpty();
        }
    }
}
