package io.sardonyx.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.ClusterParameters;
import org.junit.jupiter.api.Test;

class FoundClusterTest {

    private static final FoundCluster FIRST =
            new FoundCluster("onyx", Allocation.VOLUNTEERED, JobScheduler.GREEDY, 500);

    @Test
    void firstOneFixesTheParametersAndNobodySpeaks() {
        var told = Story.members("a").tell(FIRST);
        assertThat(told.after().cluster())
                .isEqualTo(new ClusterParameters("onyx", Allocation.VOLUNTEERED, JobScheduler.GREEDY, 500));
        told.nobodySpeaks();
    }

    @Test
    void foundingsOfOneNameDifferByTheirEpoch() {
        var one = new FoundCluster("onyx", Allocation.PLANNED, JobScheduler.BALANCED, 500, "monday", 2);
        var two = new FoundCluster("onyx", Allocation.PLANNED, JobScheduler.BALANCED, 500, "tuesday", 2);
        ClusterParameters first = Story.empty().tell(one).after().cluster();
        ClusterParameters second = Story.empty().tell(two).after().cluster();
        assertThat(first).isNotEqualTo(second);
        assertThat(first.isLike(second)).isTrue();
        Story.empty().then(one).tell(two).isRefused();
    }

    @Test
    void laterOnesChangeNothing() {
        var second = new FoundCluster("sard", Allocation.PLANNED, JobScheduler.BALANCED, 1);
        Story.empty().then(FIRST).tell(second).isRefused();
        Story.empty().then(FIRST).tell(FIRST).isRefused();
    }

    @Test
    void whatRunsIsPlannedAnewUnderTheNewScheduler() {
        var story = Story.members("a")
                .peers("a", "p", "q")
                .then(Story.submit(Story.job("j", Story.input("in"))), Story.submit(Story.job("k", Story.input("in"))));
        var told = story.tell(new FoundCluster("onyx", Allocation.PLANNED, JobScheduler.GREEDY, 500));
        assertThat(Story.on(told.after(), "j", "in")).hasSize(2);
        assertThat(Story.on(told.after(), "k", "in")).isEmpty();
    }
}
