package io.sardonyx.command;

import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.prepare;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NotifyJoinClusterTest {

    private static final NotifyJoinCluster NOTIFY = new NotifyJoinCluster(group("b"));

    @Test
    void preparedJoinIsAcceptedAndOnlyTheJoinerAnswers() {
        var told = Story.members("a").then(prepare("b")).tell(NOTIFY);
        assertThat(told.after().ring().isAccepted(group("b"))).isTrue();
        told.onlySpeaks("b", new AcceptJoinCluster(group("b"), group("a"), group("a")));
    }

    @Test
    void joinerNamesWhomItSeesBehindItsObserver() {
        var ring = Story.members("a", "c");
        var told = ring.at(ring.replica().with(ring.replica().ring().prepare(group("a"), group("b"))))
                .tell(NOTIFY);
        told.onlySpeaks("b", new AcceptJoinCluster(group("b"), group("a"), group("c")));
    }

    @Test
    void secondNotifyChangesNothingAndMakesNobodySpeak() {
        Story.members("a").then(prepare("b"), NOTIFY).tell(NOTIFY).isRefused();
    }

    @Test
    void staleNotifyLeavesNoTraceAndTheJoinerBeginsAnew() {
        var told =
                Story.members("a", "c").then(new AbortJoinCluster(group("b"))).tell(NOTIFY);
        told.changesNothing();
        assertThat(told.after().ring().joining().isEmpty()).isTrue();
        told.speaks("b", new AbortJoinCluster(group("b")));
    }

    @Test
    void whoLeftIsNotNotified() {
        Story.members("a")
                .then(prepare("b"), new GroupLeaveCluster(group("b")))
                .tell(NOTIFY)
                .isRefused();
    }

    @Test
    void memberIsNotNotified() {
        Story.members("a", "b").tell(NOTIFY).isRefused();
    }
}
