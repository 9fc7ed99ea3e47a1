package io.sardonyx.command;

import static io.sardonyx.command.Story.accept;
import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcceptJoinClusterTest {

    private static final NotifyJoinCluster NOTIFY = new NotifyJoinCluster(group("b"));

    private static Story notified(String... members) {
        var ring = Story.members(members);
        return ring.at(ring.replica().with(ring.replica().ring().prepare(group(members[0]), group("b"))))
                .then(NOTIFY);
    }

    @Test
    void joinerIsStitchedInBetweenItsObserverAndWhoeverFollowsIt() {
        var told = notified("a", "c").tell(accept("b", "a"));
        var ring = told.after().ring();
        assertThat(ring.successor(group("a"))).isEqualTo(group("b"));
        assertThat(ring.successor(group("b"))).isEqualTo(group("c"));
        assertThat(ring.successor(group("c"))).isEqualTo(group("a"));
        assertThat(ring.joining().isEmpty()).isTrue();
        told.nobodySpeaks();
    }

    @Test
    void successorThatDiedMeanwhileIsNotObeyed() {
        var told = notified("a", "c", "d")
                .then(new GroupLeaveCluster(group("c")))
                .tell(new AcceptJoinCluster(group("b"), group("a"), group("c")));
        assertThat(told.after().ring().successor(group("b"))).isEqualTo(group("d"));
    }

    @Test
    void lastMemberAndItsJoinerWatchEachOther() {
        var ring = notified("a").tell(accept("b", "a")).after().ring();
        assertThat(ring.successor(group("a"))).isEqualTo(group("b"));
        assertThat(ring.successor(group("b"))).isEqualTo(group("a"));
    }

    @Test
    void orphansArePeersFromNowOnAndArePlanned() {
        var told = notified("a")
                .then(add("p", "b"), add("q", "x"), submit(job("j", input("in"))))
                .tell(accept("b", "a"));
        assertThat(told.after().peers().of(group("b"))).hasSize(1);
        assertThat(told.after().peers().orphansOf(group("x"))).hasSize(1);
        assertThat(Story.on(told.after(), "j", "in")).containsExactly(Story.peer("p"));
        told.nobodySpeaks();
    }

    @Test
    void joinersPeersVolunteerIfThereIsAJobAndOthersPeersDoNot() {
        var ring = Story.volunteers("a").peers("a", "q").then(submit(job("j", input("in"))), add("p", "b"));
        ring.then(prepare("b"), NOTIFY).tell(accept("b", "a")).onlySpeaks("b", volunteer("p"));
    }

    @Test
    void unknownObserverOrJoinMakesTheJoinerBeginAnew() {
        Story.members("a", "c")
                .then(new AbortJoinCluster(group("b")), new GroupLeaveCluster(group("c")))
                .tell(accept("b", "c"))
                .changesNothing()
                .speaks("b", new AbortJoinCluster(group("b")));
    }

    @Test
    void acceptBehindAnObserverThatIsNotTheJoinersChangesNothing() {
        notified("a", "c").tell(accept("b", "c")).isRefused();
    }

    @Test
    void acceptBeforeNotifyChangesNothing() {
        Story.members("a").then(prepare("b")).tell(accept("b", "a")).isRefused();
    }

    @Test
    void secondAcceptAndThatOfOneWhoLeftAreRefused() {
        notified("a").then(accept("b", "a")).tell(accept("b", "a")).isRefused();
        notified("a")
                .then(new GroupLeaveCluster(group("b")))
                .tell(accept("b", "a"))
                .isRefused();
    }
}
