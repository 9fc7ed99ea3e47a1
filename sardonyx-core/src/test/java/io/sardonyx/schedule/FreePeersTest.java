package io.sardonyx.schedule;

import static io.sardonyx.schedule.Schedules.tags;
import static io.sardonyx.schedule.Schedules.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Places;
import io.sardonyx.job.Tags;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePeersTest {

    private final FreePeers pool = new FreePeers();

    private List<String> taken(Tags required, int wanted, Places present) {
        return pool.take(required, wanted, present).stream()
                .map(one -> one.id().text())
                .toList();
    }

    private List<String> taken(Tags required, int wanted) {
        return taken(required, wanted, Places.NONE);
    }

    private static Place at(String site) {
        return new Place(PeerId.of("there"), 0, new Site(site));
    }

    @Test
    void releasedComeBeforeTheIdleHoweverCapable() {
        pool.addIdle(worker("idle", "x", tags()));
        pool.addReleased(worker("released", "x", tags("a", "b")));
        assertThat(taken(tags(), 2)).containsExactly("released", "idle");
    }

    @Test
    void leastCapableComesFirst() {
        pool.addIdle(worker("two", "x", tags("a", "b")));
        pool.addIdle(worker("none", "x", tags()));
        pool.addIdle(worker("one", "x", tags("b")));
        assertThat(taken(tags(), 3)).containsExactly("none", "one", "two");
    }

    @Test
    void onlyThoseWhoSatisfyWhatIsRequiredAreTaken() {
        pool.addReleased(worker("released", "x", tags("a")));
        pool.addIdle(worker("none", "x", tags()));
        pool.addIdle(worker("able", "x", tags("a", "b")));
        assertThat(taken(tags("b"), 3)).containsExactly("able");
    }

    @Test
    void noMoreAreTakenThanWantedAndNobodyTwice() {
        for (int i = 1; i <= 3; i++) {
            pool.addIdle(worker("p" + i, "x", tags()));
        }
        assertThat(taken(tags(), 0)).isEmpty();
        assertThat(taken(tags(), 2)).containsExactly("p1", "p2");
        assertThat(taken(tags(), 2)).containsExactly("p3");
        assertThat(taken(tags(), 2)).isEmpty();
    }

    @Test
    void sitesThatHaveFewestOfTheTaskComeFirst() {
        for (String name : List.of("x1", "x2", "x3", "y1", "z1")) {
            pool.addIdle(worker(name, name.substring(0, 1), tags()));
        }
        var present = Places.of(List.of(at("x"), at("z"), at("z"), at("elsewhere")));
        assertThat(taken(tags(), 4, present)).containsExactly("y1", "x1", "x2", "z1");
        assertThat(taken(tags(), 4, present)).containsExactly("x3");
    }

    @Test
    void sitesWithFewestComeFirstAmongDozensOfSites() {
        var present = new ArrayList<Place>();
        for (int site = 0; site < 60; site++) {
            pool.addIdle(worker("p" + site, "site" + site, tags()));
            pool.addIdle(worker("q" + site, "site" + site, tags()));
            for (int count = 0; count < 1 + (site * 7) % 5; count++) {
                present.add(at("site" + site));
            }
        }
        List<Integer> before = new ArrayList<>();
        for (String peer : taken(tags(), 120, Places.of(present))) {
            int site = Integer.parseInt(peer.substring(1));
            before.add(1 + (site * 7) % 5 + (peer.startsWith("q") ? 1 : 0));
        }
        assertThat(before).hasSize(120).isSorted();
    }

    @Test
    void nextTaskGoesOnAtTheSiteWhereTheLastOneStopped() {
        for (String name : List.of("x1", "x2", "y1", "y2", "z1", "z2")) {
            pool.addIdle(worker(name, name.substring(0, 1), tags()));
        }
        assertThat(taken(tags(), 2)).containsExactly("x1", "y1");
        assertThat(taken(tags(), 2)).containsExactly("z1", "x2");
    }

    @Test
    void peersOfDozensOfSitesAreAllFound() {
        for (int i = 0; i < 40; i++) {
            pool.addIdle(worker("p" + i, "site" + i, i % 2 == 0 ? tags() : tags("odd")));
        }
        assertThat(taken(tags("odd"), 40)).hasSize(20);
        assertThat(taken(tags(), 40)).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void releasedWhoFoundNoOtherPlaceAreTold() {
        pool.addReleased(worker("p1", "x", tags()));
        pool.addReleased(worker("p2", "x", tags("a")));
        pool.addIdle(worker("idle", "x", tags()));
        taken(tags("a"), 2);
        assertThat(pool.stillReleased()).extracting(SchedulablePeer::id).containsExactly(PeerId.of("p1"));
    }
}
