package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.concurrent;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A large cluster: the leader's work per event does not depend on how many peers and jobs there are. */
class ManyPeersTest {

    private static final int PEERS = 1_000;
    private static final int JOBS = 100;

    /** Of CPU time on average for an event and the duties behind it; twenty times what it takes. */
    private static final long MOST_NANOS_PER_EVENT = 500_000;

    private final List<PeerId> peers = new ArrayList<>();
    private Roster roster = Roster.EMPTY;
    private int events;
    private int jobs;

    @Test
    void allPeersAreActiveAfterThreeEventsEach() {
        long start = System.nanoTime();
        IntStream.range(0, PEERS).forEach(i -> peers.add(PeerId.of("peer-" + i)));
        PeerDuties.of(roster, peers).births().forEach(this::append);
        planUpToAllJobs();
        for (var owed = owed(); !owed.isEmpty(); owed = owed()) {
            owed.forEach(this::append);
            PeerDuties.of(roster, peers).acks().forEach(this::append);
        }
        assertThat(System.nanoTime() - start).isLessThan(events * MOST_NANOS_PER_EVENT);
        assertThat(roster.peers().values()).allMatch(peer -> peer.state() == PeerState.ACTIVE);
        assertThat(events - JOBS).isLessThanOrEqualTo(3 * PEERS);
        assertThat(RosterInvariants.brokenIn(roster)).isEmpty();
    }

    @Test
    void keptCountsAreThePlainOnesHoweverLongTheHistory() {
        IntStream.range(0, PEERS).forEach(i -> peers.add(PeerId.of("peer-" + i)));
        var random = new Random(1);
        long start = System.nanoTime();
        for (int round = 0; events < 50_000; round++) {
            planUpToAllJobs();
            owed().forEach(this::append);
            var duties = PeerDuties.of(roster, peers);
            duties.births().forEach(this::append);
            duties.acks().forEach(this::append);
            duties.work().stream()
                    .filter(posting -> random.nextInt(10) == 0)
                    .forEach(posting -> append(posting.drained()));
            duties.seals().forEach(posting -> append(posting.sealed(0)));
            append(new Death(peers.set(random.nextInt(PEERS), PeerId.of("replacement-" + round))));
            if (round % 100 == 0) {
                assertThat(RosterInvariants.brokenIn(roster)).isEmpty();
            }
        }
        assertThat(System.nanoTime() - start).isLessThan(events * MOST_NANOS_PER_EVENT);
        assertThat(roster.finished().size()).isGreaterThan(JOBS);
        assertThat(RosterInvariants.brokenIn(roster)).isEmpty();
    }

    private void planUpToAllJobs() {
        while (roster.jobs().size() < JOBS) {
            var tasks =
                    IntStream.range(0, 5).mapToObj(i -> concurrent("t" + i, i)).toList();
            append(new Plan(JobId.of("job-" + jobs), jobs++, tasks));
        }
    }

    private List<Event> owed() {
        return CoordinatorDuties.of(roster).owed();
    }

    private void append(Event event) {
        roster = event.apply(roster, events++);
    }
}
