package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.ANYBODY;
import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.gone;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.log.Change;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RosterTest {

    @Test
    void emptyRosterIsHealthyAndBreaksNothing() {
        assertThat(Roster.EMPTY.isHealthy()).isTrue();
        assertThat(RosterInvariants.brokenIn(Roster.EMPTY)).isEmpty();
    }

    @Test
    void rosterIsHealthyWhenAllIsDoneOrNobodyIsLeft() {
        var open = planned(concurrent("t", 0));
        assertThat(open.isHealthy()).isTrue();
        assertThat(idle(open, "p").isHealthy()).isFalse();
        assertThat(gone(open, "p", PeerState.DEAD, RosterPeer.Notice.NONE).isHealthy())
                .isTrue();
        assertThat(gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.NONE).isHealthy())
                .isTrue();
        var sealing = at(open, "p", PeerState.SEALING, post("t"));
        assertThat(after(sealing, new Complete(peer("p"), post("t"))).isHealthy())
                .isTrue();
    }

    @Test
    void rosterIsHealthyWhenNobodyWhoIsLeftCouldDoTheJob() {
        var open = idle(planned(concurrent("t", 0)), "p", "q");
        var oneIsUnfit = after(open, new Unfit(peer("p"), JOB));
        assertThat(oneIsUnfit.isHealthy()).isFalse();
        assertThat(after(oneIsUnfit, new Unfit(peer("q"), JOB)).isHealthy()).isTrue();
        assertThat(after(oneIsUnfit, new Death(peer("q"))).isHealthy()).isTrue();
    }

    @Test
    void rostersWithEqualContentAreEqual() {
        var one = idle(planned(concurrent("t", 0)), "p", "q");
        var other = idle(planned(concurrent("t", 0)), "p", "q");
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    }

    @Test
    void headcountIsByTaskAndNotByAttempt() {
        var roster = at(planned(concurrent("t", 0), concurrent("u", 1)), "p", PeerState.ACTIVE, post("t", 0));
        roster = at(roster, "q", PeerState.WAITING, post("t", 1));
        roster = at(roster, "r", PeerState.ACKING, post("u", 0));
        assertThat(roster.headcount(post("t", 2))).isEqualTo(new Headcount(0, 1, 1, 0));
    }

    @Test
    void postNamesTheCurrentAttempt() {
        var roster = at(planned(concurrent("t", 0)), "p", PeerState.ACTIVE, post("t"));
        assertThat(after(roster, new Death(peer("p"))).post(JOB, TaskName.of("t")))
                .isEqualTo(post("t", 1));
        assertThat(roster.post(JOB, TaskName.of("nowhere"))).isNull();
        assertThat(roster.post(JobId.of("none"), TaskName.of("t"))).isNull();
    }

    @Test
    void oldestFinishedJobIsForgottenWhenThereAreTooMany() {
        OrderedTable<JobId, SortedTable<TaskName, Long>> finished = OrderedTable.empty();
        for (int i = 0; i < Roster.REMEMBERED; i++) {
            finished = finished.with(JobId.of("done-" + i), SortedTable.empty());
        }
        var full = new Roster(SortedTable.empty(), OrderedSet.empty(), OrderedTable.empty(), finished, 7, 7);
        var before = at(planned(full, "job", concurrent("t", 0)), "p", PeerState.SEALING, post("t"));
        var change = Rosters.change(before, new Complete(peer("p"), post("t")));

        assertThat(change.after().finished().keys()).hasSize(Roster.REMEMBERED).endsWith(JOB);
        assertThat(change.after().finished().has(JobId.of("done-0"))).isFalse();
        assertThat(change.after().finished().has(JobId.of("done-1"))).isTrue();
        assertThat(RosterInvariants.brokenBy(change)).isEmpty();
    }

    @Test
    void onePeerThatWasShutDownIsForgottenWhenThereAreTooMany() {
        var peers = new TreeMap<PeerId, RosterPeer>();
        for (int i = 0; i < Roster.REMEMBERED; i++) {
            peers.put(peer("gone-" + i), new RosterPeer(PeerState.DEAD, null, RosterPeer.Notice.SHUT_DOWN));
        }
        var full = new Roster(
                SortedTable.of(peers), OrderedSet.empty(), OrderedTable.empty(), OrderedTable.empty(), -1, -1);
        var before = gone(full, "p", PeerState.REVOKED, RosterPeer.Notice.EVICTED);
        var change = Rosters.change(before, new Shutdown(peer("p")));

        assertThat(change.after().peers().size()).isEqualTo(Roster.REMEMBERED);
        assertThat(change.after().peers().has(peer("p"))).isTrue();
        assertThat(RosterInvariants.brokenBy(change)).isEmpty();
    }

    @Test
    void leadersIdentityNeverMatters() {
        var before = idle(planned(concurrent("t", 0)), "p");
        var event = new Born(peer("q"));
        var change = new Change<>(before, event.apply(before, 7));
        assertThat(event.reactions(change, ANYBODY))
                .isEqualTo(event.reactions(change, GroupId.of("somebody else")))
                .isNotEqualTo(List.of());
    }
}
