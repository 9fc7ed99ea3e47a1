package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.followUps;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.offers;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.sequential;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    private final Plan plan = new Plan(JOB, 7, List.of(sequential("t", 0), concurrent("u", 1)));

    @Test
    void jobIsTheLatestWithAllItsTasksIncomplete() {
        var after = after(planned(Roster.EMPTY, "older", concurrent("t", 0)), plan);
        assertThat(after.jobs().keys()).containsExactly(JobId.of("older"), JOB);
        assertThat(after.task(JOB, TaskName.of("t"))).isEqualTo(TaskProgress.of(sequential("t", 0)));
        assertThat(after.task(JOB, TaskName.of("u"))).isEqualTo(TaskProgress.of(concurrent("u", 1)));
        assertThat(after.finished().keys()).isEmpty();
    }

    @Test
    void idlePeersAreOfferedItsTasks() {
        assertThat(followUps(idle(Roster.EMPTY, "p", "q"), plan)).isEqualTo(offers("p:t", "q:u"));
    }

    @Test
    void withoutIdlePeersNobodyReacts() {
        assertThat(followUps(Roster.EMPTY, plan)).isEmpty();
    }

    @Test
    void knownJobIsNotPlannedAgainFinishedOrNot() {
        var open = idle(planned(concurrent("t", 0)), "q");
        var finished = after(at(open, "p", PeerState.SEALING, post("t")), new Complete(peer("p"), post("t")));
        for (Roster before : List.of(open, finished)) {
            assertThat(after(before, plan)).isSameAs(before);
            assertThat(followUps(before, plan)).isEmpty();
        }
    }

    @Test
    void jobThatWasForgottenIsNotPlannedAgain() {
        var withdrawn = after(Roster.EMPTY, plan, new Withdraw(JOB));
        assertThat(withdrawn.jobs().has(JOB)).isFalse();
        assertThat(withdrawn.finished().has(JOB)).isFalse();
        assertThat(after(withdrawn, plan)).isSameAs(withdrawn);
        assertThat(followUps(idle(withdrawn, "p"), plan)).isEmpty();
    }

    @Test
    void onlyAJobThatWasSubmittedAfterTheLastPlannedOneIsPlanned() {
        var before = after(Roster.EMPTY, plan);
        assertThat(before.lastPlanned()).isEqualTo(7);
        for (int submitted : new int[] {0, 6, 7}) {
            assertThat(after(before, new Plan(JobId.of("older"), submitted, List.of(sequential("t", 0)))))
                    .isSameAs(before);
        }
        var after = after(before, new Plan(JobId.of("newer"), 8, List.of(sequential("t", 0))));
        assertThat(after.jobs().keys()).containsExactly(JOB, JobId.of("newer"));
        assertThat(after.lastPlanned()).isEqualTo(8);
    }

    @Test
    void jobWithoutTasksOrWithOneTwiceIsRefused() {
        var before = idle(Roster.EMPTY, "p");
        var empty = new Plan(JOB, 8, List.of());
        var twice = new Plan(JOB, 8, List.of(sequential("t", 0), concurrent("t", 1)));
        for (Plan bad : List.of(empty, twice)) {
            assertThat(after(before, bad)).isSameAs(before);
            assertThat(followUps(before, bad)).isEmpty();
        }
    }
}
