package io.sardonyx.schedule;

import static io.sardonyx.schedule.Schedules.job;
import static io.sardonyx.schedule.Schedules.tags;
import static io.sardonyx.schedule.Schedules.task;
import static io.sardonyx.schedule.Schedules.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskPeersTest {

    private static final Site SITE = new Site("x");
    private static final Stage STAGE =
            new Stage(List.of(place("a", 0), place("b", 1), place("c", 2)), Progress.OPEN, null);

    private static final Demand DEMAND = Demand.of(job("j", task("t")));

    private final TaskPeers crew = new TaskPeers(0, DEMAND, 0, STAGE, 4, true);

    private static Place place(String peer, int slot) {
        return new Place(PeerId.of(peer), slot, SITE);
    }

    private static SchedulablePeer peer(String name) {
        return worker(name, "x", tags());
    }

    /** A peer that had a place in the task when the plan began. */
    private static SchedulablePeer former(String name) {
        return worker(name, "x", tags())
                .assigned(new Assignment(PeerId.of(name), JobId.of("j"), TaskName.of("t"), 0), true);
    }

    @Test
    void everybodyStaysUnlessMovedAndTheStageIsTheVerySame() {
        assertThat(crew.stay()).isEqualTo(STAGE.places());
        assertThat(crew.size()).isEqualTo(3);
        assertThat(crew.missing()).isEqualTo(1);
        crew.add(List.of());
        assertThat(crew.settled()).isSameAs(STAGE);
    }

    @Test
    void newcomersGetTheLowestFreeSlotsBehindThoseWhoStay() {
        crew.remove(PeerId.of("a"));
        crew.add(List.of(peer("d"), peer("e")));
        assertThat(crew.missing()).isZero();
        assertThat(crew.settled().places()).containsExactly(place("b", 1), place("c", 2), place("d", 0), place("e", 3));
    }

    @Test
    void slotFarAboveTheOthersIsKeptAndInNobodysWay() {
        crew.keep(List.of(place("c", 2)));
        crew.add(List.of(peer("d"), peer("e"), peer("f")));
        assertThat(crew.settled().places()).containsExactly(place("c", 2), place("d", 0), place("e", 1), place("f", 3));
        var high = new TaskPeers(0, DEMAND, 0, new Stage(List.of(place("z", 9)), Progress.OPEN, null), 2, true);
        high.add(List.of(peer("d")));
        assertThat(high.settled().places()).containsExactly(place("z", 9), place("d", 0));
    }

    @Test
    void whoLeftInThisPlanAndComesBackHasItsOldPlace() {
        crew.remove(PeerId.of("a"));
        crew.remove(PeerId.of("b"));
        crew.add(List.of(peer("d"), former("b")));
        assertThat(crew.stay()).containsExactly(place("b", 1), place("c", 2));
        assertThat(crew.come()).extracting(SchedulablePeer::id).containsExactly(PeerId.of("d"));
        assertThat(crew.settled().places()).containsExactly(place("b", 1), place("c", 2), place("d", 0));
    }

    @Test
    void everybodyBackIsTheVerySameStage() {
        crew.keep(List.of(place("b", 1)));
        crew.add(List.of(former("c"), former("a")));
        assertThat(crew.settled()).isSameAs(STAGE);
    }

    @Test
    void removedNewcomerIsGone() {
        crew.add(List.of(peer("d"), peer("e")));
        crew.remove(PeerId.of("d"));
        assertThat(crew.come()).extracting(SchedulablePeer::id).containsExactly(PeerId.of("e"));
        assertThat(crew.missing()).isZero();
    }

    @Test
    void onlyThoseWhoStayHoldAPlace() {
        crew.add(List.of(peer("d")));
        crew.remove(PeerId.of("a"));
        assertThat(crew.holds(PeerId.of("b"))).isTrue();
        assertThat(crew.holds(PeerId.of("a"))).isFalse();
        assertThat(crew.holds(PeerId.of("d"))).isFalse();
    }

    @Test
    void latestArrivalsAreNamedFirst() {
        crew.add(List.of(peer("e"), peer("d")));
        assertThat(crew.latestFirst()).extracting(PeerId::text).containsExactly("d", "e", "c", "b", "a");
    }

    @Test
    void taskWhoseSealerLeftIsOpenAgain() {
        var sealing = new TaskPeers(0, DEMAND, 0, STAGE.sealing(PeerId.of("a")), 3, true);
        sealing.remove(PeerId.of("b"));
        assertThat(sealing.settled().progress()).isEqualTo(Progress.SEALING);
        sealing.remove(PeerId.of("a"));
        assertThat(sealing.settled().isOpen()).isTrue();
    }
}
