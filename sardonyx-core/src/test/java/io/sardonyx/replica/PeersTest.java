package io.sardonyx.replica;

import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Tags;
import java.util.List;
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
}
