package io.sardonyx.schedule;

import static io.sardonyx.job.JobScheduler.BALANCED;
import static io.sardonyx.job.JobScheduler.GREEDY;
import static io.sardonyx.job.JobScheduler.PERCENTAGE;
import static io.sardonyx.schedule.Schedules.percent;
import static io.sardonyx.schedule.Schedules.queued;
import static io.sardonyx.schedule.Schedules.saturated;
import static io.sardonyx.schedule.Schedules.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Stage;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.schedule.Volunteering.Target;
import io.sardonyx.value.PeerId;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class VolunteeringTest {

    private static Volunteering of(JobScheduler scheduler, int peers, Outline... jobs) {
        return new Volunteering(
                scheduler, List.of(jobs).stream().map(Demand::of).toList(), untagged(peers), false);
    }

    private static List<Tags> untagged(int peers) {
        return Collections.nCopies(peers, Tags.NONE);
    }

    private static Outline share(String name, int percentage) {
        Outline job = queued(name, task("a"));
        Percentage percent = percent(percentage);
        return new Outline(
                job.id(), job.tasks(), job.scheduler(), percent, job.saturation(), job.delivery(), job.wholeOnly(), "");
    }

    @Test
    void roundRobinSharesAreEqualTheRemainderToTheEarliest() {
        assertThat(of(BALANCED, 7, queued("j", task("a")), queued("k", task("a")), queued("l", task("a")))
                        .shares())
                .containsExactly(3, 2, 2);
    }

    @Test
    void whatASaturatedJobCannotHoldGoesToTheUnboundedOnes() {
        assertThat(of(BALANCED, 9, saturated(queued("j", task("a")), 1), queued("k", task("a")), queued("l", task("a")))
                        .shares())
                .containsExactly(1, 4, 4);
    }

    @Test
    void greedySharesGoInOrder() {
        assertThat(of(GREEDY, 5, saturated(queued("j", task("a")), 2), queued("k", task("a")))
                        .shares())
                .containsExactly(2, 3);
    }

    @Test
    void percentagesAreWholePartsAndTheRestGoesToTheLargest() {
        assertThat(of(PERCENTAGE, 11, share("j", 30), share("k", 70)).shares()).containsExactly(3, 8);
        assertThat(of(PERCENTAGE, 10, share("j", 50), share("k", 60)).shares()).containsExactly(0, 10);
    }

    @Test
    void jobWithNothingToDoHasNoShare() {
        Demand done = Demand.of(queued("j", task("a"))).with(0, Stage.COMPLETE);
        var volunteering =
                new Volunteering(BALANCED, List.of(done, Demand.of(queued("k", task("a")))), untagged(4), false);
        assertThat(volunteering.shares()).containsExactly(0, 4);
        assertThat(volunteering.targetOf(null, Tags.NONE)).isEqualTo(new Target(1, 0));
    }

    @Test
    void lastOfEachTaskIsReleasedFromTheLastTaskBackwards() {
        Stage two = Stage.EMPTY.with(PeerId.of("p"), null).with(PeerId.of("q"), null);
        Stage one = Stage.EMPTY.with(PeerId.of("r"), null);
        Demand holding = new Demand(queued("j", task("a"), task("b")), List.of(two, one));
        var volunteering =
                new Volunteering(BALANCED, List.of(holding, Demand.of(queued("k", task("a")))), untagged(3), false);
        assertThat(volunteering.shares()).containsExactly(2, 1);
        assertThat(volunteering.released()).containsExactly(PeerId.of("r"));
    }

    @Test
    void nobodyIsWantedWhereThereIsNoJob() {
        assertThat(of(BALANCED, 3).targetOf(null, Tags.NONE)).isNull();
    }
}
