package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.sequential;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.PeerId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims about all rosters of a few peers with a sequential and a concurrent task, not about some. */
class ReachableRostersTest {

    @Test
    void ofTwoPeersAllClaimsHold() {
        assertAllClaims("p", "q");
    }

    @Test
    @Tag("campaign")
    void ofThreePeersAllClaimsHold() {
        assertAllClaims("p", "q", "r");
    }

    private static void assertAllClaims(String... names) {
        var peers = Stream.of(names).map(PeerId::of).toList();
        var events = Reachable.events(peers, sequential("s", 0), concurrent("c", 1));
        var reachable = Reachable.by(List.copyOf(events));
        System.out.println(names.length + " peers have " + reachable.rosters().size() + " rosters");
        assertThat(reachable.rosters()).hasSizeGreaterThan(1_000);
        assertThat(reachable.broken()).as("broken invariants").isEmpty();
        assertThat(reachable.applyingTwice()).as("events that apply twice").isEmpty();
        for (Roster roster : reachable.rosters()) {
            assertAttemptsAreBounded(roster, names.length);
            assertTimersFreeWhatSilentPeersHold(roster);
            assertTwoLeadersDoNoMoreThanOne(roster);
            assertLeaderBringsAllToAnEnd(roster);
        }
    }

    private static void assertAttemptsAreBounded(Roster roster, int peers) {
        for (JobProgress job : roster.jobs().values()) {
            assertThat(job.tasks().values()).allMatch(task -> task.attempt() <= peers);
        }
    }

    private static void assertTimersFreeWhatSilentPeersHold(Roster roster) {
        var after = after(roster, CoordinatorDuties.of(roster).timers().toArray(Event[]::new));
        assertThat(after.peers().values()).noneMatch(peer -> peer.state() == PeerState.ACKING);
    }

    private static void assertTwoLeadersDoNoMoreThanOne(Roster roster) {
        var owed = CoordinatorDuties.of(roster).owed().toArray(Event[]::new);
        var once = after(roster, owed);
        assertThat(after(once, owed)).isSameAs(once);
    }

    /** Faults stop; whatever reactions were lost, doing what is owed is enough. */
    private static void assertLeaderBringsAllToAnEnd(Roster start) {
        var roster = start;
        for (int round = 0; round < 20; round++) {
            roster = after(roster, CoordinatorDuties.of(roster).owed().toArray(Event[]::new));
            roster = after(roster, peersAct(roster));
        }
        assertThat(roster.isHealthy()).as("from %s to %s", start, roster).isTrue();
        assertThat(roster.peers().values())
                .allMatch(peer -> peer.state().isLiving() || peer.notice() == RosterPeer.Notice.SHUT_DOWN);
    }

    private static Event[] peersAct(Roster roster) {
        return Histories.sensible(roster).stream()
                .filter(event -> event instanceof Ack || event instanceof Exhaust || event instanceof Complete)
                .toArray(Event[]::new);
    }
}
