package io.sardonyx.replica;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.Story;
import io.sardonyx.log.Entry;
import io.sardonyx.value.Assignment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReplicaTest {

    @Test
    void authorIsNotedOnBothSidesOfAChange() {
        var change = Replica.EMPTY.change(new Entry<>(4, group("a"), 9, prepare("a")));
        assertThat(change.before().authors().get(group("a"))).isEqualTo(new Author(9, 4));
        assertThat(change.after().authors().get(group("a"))).isEqualTo(new Author(9, 4));
        assertThat(change.happened()).isTrue();
        assertThat(change.after().ring().isMember(group("a"))).isTrue();
    }

    @Test
    void refusedEntryOfAnAuthorIsHeardButDoesNotHappen() {
        Replica member = Story.members("a").replica();
        var change = member.change(new Entry<>(4, group("a"), 9, prepare("a")));
        assertThat(change.happened()).isFalse();
        assertThat(change.after().authors().has(group("a"))).isTrue();
        assertThat(change.after().ring()).isSameAs(member.ring());
    }

    @Test
    void whatIsNotGreaterThanTheLastSequenceIsSkipped() {
        Replica heard = Replica.EMPTY
                .change(new Entry<>(0, group("x"), 5, prepare("a")))
                .after();
        for (long sequence : new long[] {5, 4, -1}) {
            var again = heard.change(new Entry<>(1, group("x"), sequence, prepare("b")));
            assertThat(again.happened()).isFalse();
            assertThat(again.after()).isSameAs(heard);
        }
        assertThat(heard.change(new Entry<>(1, group("x"), 6, prepare("b"))).happened())
                .isTrue();
    }

    @Test
    void anonymousEntryLeavesNoAuthor() {
        assertThat(Replica.EMPTY
                        .change(Entry.anonymous(0, prepare("a")))
                        .after()
                        .authors()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void peerIsPlacedWhereverItWasBefore() {
        Replica replica = Story.volunteers("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"), output("out"))))
                .replica();
        Replica first = replica.placing(peer("p"), id("j"), 0);
        assertThat(Story.on(first, "j", "in")).containsExactly(peer("p"));
        Replica second = first.placing(peer("p"), id("j"), 1);
        assertThat(Story.on(second, "j", "in")).isEmpty();
        assertThat(second.peers().present().get(peer("p")).assignment())
                .isEqualTo(new Assignment(peer("p"), id("j"), Story.task("out"), 0));
        assertThat(second.withoutPlace(peer("p")).peers()).isEqualTo(replica.peers());
        assertThat(replica.withoutPlace(peer("p"))).isSameAs(replica);
    }

    @Test
    void unknownPeerOrJobIsPlacedNowhere() {
        Replica replica = Story.volunteers("a").peers("a", "p").replica();
        assertThat(replica.placing(peer("p"), id("j"), 0)).isSameAs(replica);
        assertThat(replica.placing(peer("x"), id("j"), 0)).isSameAs(replica);
    }

    @Test
    void fenceStaysWhenPlacesDo() {
        Replica replica = Story.members("a")
                .peers("a", "p")
                .then(submit(job("j", input("in"))))
                .replica();
        long fence = replica.jobs().live().get(id("j")).version();
        Replica again = replica.settled(replica, 99);
        assertThat(again.jobs().live().get(id("j")).version()).isEqualTo(fence);
    }

    @Test
    @Timeout(60)
    void hundredThousandPeersAreFoldedOneByOneThenLeave() {
        Replica replica = Story.members("a").replica();
        int peers = 100_000;
        for (int i = 0; i < peers; i++) {
            var step = i % 2 == 0 ? add("p" + i, "a") : add("p" + i, "outside");
            replica = replica.change(new Entry<>(10 + i, group("a"), 10 + i, step))
                    .after();
        }
        assertThat(replica.peers().present().size()).isEqualTo(peers / 2);
        assertThat(replica.peers().orphans().size()).isEqualTo(peers / 2);
        for (int i = 0; i < peers; i++) {
            replica = replica.with(replica.peers().without(peer("p" + i)));
        }
        assertThat(replica.peers()).isEqualTo(Peers.EMPTY);
    }
}
