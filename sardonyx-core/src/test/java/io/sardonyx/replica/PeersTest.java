package io.sardonyx.replica;

import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Places;
import io.sardonyx.job.Tags;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PeersTest {

    private static Peer of(String peer, String group) {
        return new Peer(peer(peer), group(group), null, Tags.NONE, null, false);
    }

    @Test
    void peersOfAGroupAreListedInOrderOfJoining() {
        Peers peers = Peers.EMPTY.with(of("q", "a")).with(of("r", "b")).with(of("p", "a"));
        assertThat(peers.of(group("a"))).containsExactly(of("q", "a"), of("p", "a"));
        assertThat(peers.of(group("x"))).isEmpty();
    }

    @Test
    void orphansOfAGroupArePromotedAndThoseOfOthersAreNot() {
        Peers peers = Peers.EMPTY.withOrphan(of("p", "a")).withOrphan(of("q", "b"));
        Peers promoted = peers.promote(group("a"));
        assertThat(promoted.present().keys()).containsExactly(peer("p"));
        assertThat(promoted.orphans().keys()).containsExactly(peer("q"));
        assertThat(promoted.promote(group("a"))).isSameAs(promoted);
        assertThat(promoted.knows(peer("q"))).isTrue();
        assertThat(promoted.without(peer("q")).knows(peer("q"))).isFalse();
    }

    @Test
    void manyChangeAtOnceAndUnknownOnesAreLeftOut() {
        Peers peers = Peers.EMPTY.with(of("p", "a"));
        assertThat(peers.with(List.of())).isSameAs(peers);
        assertThat(peers.with(List.of(of("x", "a"))).knows(peer("x"))).isFalse();
    }

    @Test
    void peersAreIdledWhateverNumbersTheirPlacesHave() {
        Peers idle = Peers.EMPTY.with(of("o", "a")).with(of("p", "a")).with(of("q", "b"));
        var assignment = new Assignment(peer("p"), JobId.of("j"), TaskName.of("t"), 0);
        Peers busy = idle.with(of("p", "a").assigned(assignment, true));
        for (long number = -1; number < 4; number++) {
            var place = List.of(new Place(peer("p"), 0, null));
            assertThat(busy.idled(Places.NONE.with(place, new long[] {number}))).isEqualTo(idle);
        }
    }

    @Test
    void peersOfAGroupAreThoseAWalkFindsHoweverTheyComeAndGo() {
        var random = new SplittableRandom(7);
        Peers peers = Peers.EMPTY;
        for (int i = 0; i < 2_000; i++) {
            String group = "g" + random.nextInt(random.nextBoolean() ? 3 : 60);
            switch (random.nextInt(5)) {
                case 0 -> peers = peers.without(peer("p" + random.nextInt(i + 1)));
                case 1 -> peers = peers.withOrphan(of("p" + i, group));
                case 2 -> peers = peers.promote(group(group));
                default -> peers = peers.with(of("p" + i, group));
            }
            if (i % 50 == 0) {
                assertThat(peers).isEqualTo(new Peers(peers.present(), peers.orphans()));
                for (GroupId each : peers.byGroup().keys()) {
                    assertThat(peers.of(each))
                            .isEqualTo(peers.present().values().stream()
                                    .filter(peer -> peer.group().equals(each))
                                    .toList());
                }
            }
        }
    }

    @Test
    void peersOfOneProcessShareTheirGroupAndSite() {
        Peers peers = Peers.EMPTY;
        for (int i = 0; i < 3; i++) {
            peers = peers.with(new Peer(peer("p" + i), GroupId.of("g"), new Site("host"), Tags.NONE, null, false));
        }
        Peer first = peers.present().values().get(0);
        assertThat(peers.present().values()).allSatisfy(peer -> {
            assertThat(peer.site()).isSameAs(first.site());
            assertThat(peer.group()).isSameAs(first.group());
        });
    }
}
