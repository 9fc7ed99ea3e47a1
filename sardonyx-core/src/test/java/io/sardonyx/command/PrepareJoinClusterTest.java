package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.submit;
import static io.sardonyx.command.Story.volunteer;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Joining.Phase;
import org.junit.jupiter.api.Test;

class PrepareJoinClusterTest {

    @Test
    void firstGroupOfAnEmptyClusterJoinsAtOnceAndInSilence() {
        var told = Story.empty().tell(prepare("a"));
        assertThat(told.after().ring().members().keys()).containsExactly(group("a"));
        assertThat(told.after().ring().successor(group("a"))).isNull();
        told.nobodySpeaks();
    }

    @Test
    void orphansOfTheFirstGroupArePeersAndVolunteerIfThereIsAJob() {
        var told = Story.empty()
                .under(Allocation.VOLUNTEERED, JobScheduler.BALANCED)
                .then(add("p", "a"), submit(job("j", input("in"))))
                .tell(prepare("a"));
        assertThat(told.after().peers().of(group("a"))).hasSize(1);
        told.onlySpeaks("a", volunteer("p"));
    }

    @Test
    void memberAtThePositionAmongTheFreeObservesAndNotifies() {
        // Three members by id: a, b, c. The story is at position 7, and 7 mod 3 is 1.
        var told = Story.members("a", "b", "c").then(prepare("a"), prepare("a")).tell(prepare("d"));
        assertThat(told.position()).isEqualTo(7);
        assertThat(told.after().ring().joining().get(group("d"))).isEqualTo(new Joining(group("b"), Phase.PREPARED));
        told.onlySpeaks("b", new NotifyJoinCluster(group("d")));
    }

    @Test
    void busyObserversAndWhoeverWatchesOneThatHasYetToNotifyAreNotAsked() {
        // a -> b -> c -> a; b observes d, so b and its watcher a are not free.
        var ring = Story.members("a", "b", "c");
        var busy = ring.at(ring.replica().with(ring.replica().ring().prepare(group("b"), group("d"))));
        for (int i = 0; i < 4; i++) {
            var told = busy.tell(prepare("e"));
            assertThat(told.after().ring().joinersOf(group("c"))).containsExactly(group("e"));
            busy = busy.then(prepare("a"));
        }
    }

    @Test
    void watcherOfAnObserverThatHasNotifiedIsFreeAgain() {
        var ring = Story.members("a", "b");
        var notified = ring.at(ring.replica().with(ring.replica().ring().prepare(group("b"), group("d"))))
                .then(new NotifyJoinCluster(group("d")));
        var told = notified.tell(prepare("e"));
        assertThat(told.after().ring().joinersOf(group("a"))).containsExactly(group("e"));
    }

    @Test
    void joinerForWhomNobodyIsFreeIsTurnedAwayAndAborts() {
        var told = Story.members("a").then(prepare("b")).tell(prepare("c"));
        assertThat(told.after().ring().aborted()).containsExactly(group("c"));
        told.onlySpeaks("c", new AbortJoinCluster(group("c")));
    }

    @Test
    void whoIsTurnedAwayTwiceIsListedOnceAndAbortsAgain() {
        var told = Story.members("a").then(prepare("b"), prepare("c")).tell(prepare("c"));
        told.changesNothing().onlySpeaks("c", new AbortJoinCluster(group("c")));
        assertThat(told.after().ring().aborted()).containsExactly(group("c"));
    }

    @Test
    void whoTriesAgainIsNoLongerTurnedAway() {
        var told = Story.members("a")
                .then(prepare("b"), prepare("c"), new GroupLeaveCluster(group("b")))
                .tell(prepare("c"));
        assertThat(told.after().ring().aborted()).isEmpty();
        assertThat(told.after().ring().isPrepared(group("c"))).isTrue();
    }

    @Test
    void memberJoinerAndWhoeverLeftAreRefused() {
        Story.members("a", "b").tell(prepare("a")).isRefused();
        Story.members("a").then(prepare("b")).tell(prepare("b")).isRefused();
        Story.members("a")
                .then(new GroupLeaveCluster(group("x")))
                .tell(prepare("x"))
                .isRefused();
    }
}
