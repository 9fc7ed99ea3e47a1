package io.sardonyx.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.LinkState;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A whole life of a group, and the next one, as it is told. */
@Timeout(60)
class MembershipObserverTest {

    private static final long TURN_NANOS = 1_000_000;

    private final List<MemberEvent> told = new ArrayList<>();
    private final MembershipObserver narrator = new MembershipObserver(told::add, false);
    private long nowNanos;

    private void turnUntilTold(PeerGroup group, String event) {
        while (told.stream().noneMatch(news -> news.event().equals(event))) {
            nowNanos += TURN_NANOS;
            if (group.turn(nowNanos)) {
                narrator.turned(group.view(), List.of());
            }
            Thread.onSpinWait();
        }
    }

    private static GroupSettings settings() {
        return GroupSettings.of(
                new ClusterParameters("c", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED), 1);
    }

    private static LinkState link(boolean up, long downMillis) {
        return new LinkState(new Site("tcp://a:1"), new Site("tcp://b:2"), up, false, downMillis, "nobody answers");
    }

    @Test
    void aLinkIsToldWhenItStaysDownAndWhenItIsBack() {
        try (Store store = Stores.open("memory:narrator-links-test");
                var group = new PeerGroup(store, settings(), new SplittableRandom(1))) {
            for (LinkState state : List.of(link(false, 500), link(false, 2_500), link(false, 3_000), link(true, 0))) {
                narrator.turned(group.view(), List.of(state));
            }
            assertThat(told).extracting(MemberEvent::event).containsExactly("link-down", "link-up");
            assertThat(told.get(0).text())
                    .endsWith("the link from tcp://a:1 to tcp://b:2 has been down for 2 s: nobody answers");
        }
    }

    @Test
    void whereMetricsAreIsToldToPeopleAndPrograms() {
        MemberEvent news = MemberEvent.metrics("http://127.0.0.1:9464/metrics");
        assertThat(news.text()).isEqualTo("entry -1: metrics are at http://127.0.0.1:9464/metrics");
        assertThat(news.json())
                .isEqualTo("{\"position\":-1,\"event\":\"metrics\",\"url\":\"http://127.0.0.1:9464/metrics\"}");
    }

    @Test
    void aGroupThatIsHeldForGoneIsToldToComeBackUnderAnotherId() {
        try (Store store = Stores.open("memory:narrator-test");
                var group = new PeerGroup(store, settings(), new SplittableRandom(1))) {
            turnUntilTold(group, "joined");
            GroupId first = group.id();
            group.append(new GroupLeaveCluster(first));
            turnUntilTold(group, "reborn");
            assertThat(told).extracting(MemberEvent::event).containsExactly("joined", "parted", "reborn");
            assertThat(told.get(0).text()).matches("entry \\d+: group " + first + " is a member");
            assertThat(told.get(1).position()).isGreaterThan(told.get(0).position());
            assertThat(told.get(2).text())
                    .endsWith("group " + first + " is over, because the cluster holds it for gone; it comes back as "
                            + group.id());
            assertThat(told.get(2).json())
                    .isEqualTo("{\"position\":" + told.get(1).position() + ",\"event\":\"reborn\",\"group\":\""
                            + group.id() + "\",\"former\":\"" + first
                            + "\",\"reason\":\"the cluster holds it for gone\"}");
        }
    }
}
