package io.sardonyx.schedule;

import static io.sardonyx.job.JobScheduler.BALANCED;
import static io.sardonyx.job.JobScheduler.GREEDY;
import static io.sardonyx.job.JobScheduler.PERCENTAGE;
import static io.sardonyx.schedule.Schedules.job;
import static io.sardonyx.schedule.Schedules.percent;
import static io.sardonyx.schedule.Schedules.queued;
import static io.sardonyx.schedule.Schedules.saturated;
import static io.sardonyx.schedule.Schedules.tags;
import static io.sardonyx.schedule.Schedules.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.schedule.Volunteering.Target;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
                job.id(),
                job.tasks(),
                job.scheduler(),
                percent,
                job.saturation(),
                job.delivery(),
                job.wholeOnly(),
                "",
                0);
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

    private static final PeerId P = PeerId.of("p");
    private static final PeerId Q = PeerId.of("q");
    private static final PeerId R = PeerId.of("r");
    private static final PeerId S = PeerId.of("s");

    private static Stage stage(PeerId... peers) {
        Stage stage = Stage.EMPTY;
        for (PeerId peer : peers) {
            stage = stage.with(peer, null);
        }
        return stage;
    }

    private static Volunteering holding(Outline job, Stage... stages) {
        return holding(untagged(2), job, stages);
    }

    private static Volunteering holding(List<Tags> peers, Outline job, Stage... stages) {
        return new Volunteering(BALANCED, List.of(new Demand(job, List.of(stages))), peers, false);
    }

    private static @Nullable Target targetOf(Volunteering volunteering, PeerId peer, String task) {
        return volunteering.targetOf(new Assignment(peer, JobId.of("j"), TaskName.of(task), 0), Tags.NONE);
    }

    @Test
    void theFirstUnfinishedTaskOfAQueuedJobGetsAPeerOfTheTasksThatWaitForIt() {
        var deserted = holding(queued("j", task("a"), task("b"), task("c")), stage(), stage(P), stage(Q));
        assertThat(deserted.released()).containsExactly(Q, P);
        assertThat(targetOf(deserted, Q, "c")).isEqualTo(new Target(0, 0));

        var covered = holding(queued("j", task("a"), task("b"), task("c")), stage(Q), stage(P), stage());
        assertThat(covered.released()).isEmpty();
        assertThat(targetOf(covered, Q, "a")).isNull();
        var ahead = holding(queued("j", task("a"), task("b"), task("c")), stage(P), stage(), stage(Q));
        assertThat(ahead.released())
                .as("the peer of the first task comes when that ends")
                .isEmpty();
        var next = holding(queued("j", task("a"), task("b"), task("c")), Stage.COMPLETE, stage(), stage(P, Q));
        assertThat(targetOf(next, Q, "c")).isEqualTo(new Target(0, 1));
    }

    @Test
    void aDesertedTaskGetsNoPeerWithoutItsTagsAndNoneWhoseLeavingKillsTheJob() {
        var tagged = holding(queued("j", task("a").requiring(tags("x")), task("b")), stage(), stage(P));
        assertThat(targetOf(tagged, P, "b")).isNull();
        var killing = holding(queued("j", task("a"), task("b", 1, 1).with(Flux.KILL)), stage(), stage(P));
        assertThat(killing.released()).isEmpty();
        assertThat(targetOf(killing, P, "b")).isNull();
        var recovering = holding(queued("j", task("a"), task("b", 1, 1).with(Flux.RECOVER)), stage(), stage(P));
        assertThat(targetOf(recovering, P, "b")).isEqualTo(new Target(0, 0));
    }

    @Test
    void aTaskOfADirectJobThatLacksPeersGetsOneThatIsSpareElsewhere() {
        var deserted = holding(job("j", task("a"), task("b")), stage(), stage(P, Q));
        assertThat(deserted.released()).containsExactly(Q);
        assertThat(targetOf(deserted, Q, "b")).isEqualTo(new Target(0, 0));
        assertThat(targetOf(deserted, P, "b")).as("the last one stays").isNull();
        assertThat(holding(job("j", task("a"), task("b")), stage(P), stage(Q)).released())
                .isEmpty();
    }

    @Test
    void aTaskThatKeepsItsPeersGivesUpThoseAboveItsMinimumIfNoOtherTaskCan() {
        var recovering = holding(job("j", task("a"), task("b", 1, 2).with(Flux.RECOVER)), stage(), stage(P, Q));
        assertThat(recovering.released()).containsExactly(Q);
        assertThat(targetOf(recovering, Q, "b")).isEqualTo(new Target(0, 0));
        assertThat(targetOf(recovering, P, "b")).as("the last one stays").isNull();

        var others = holding(
                untagged(4),
                job("j", task("a"), task("b", 1, 2).with(Flux.RECOVER), task("c")),
                stage(),
                stage(P, Q),
                stage(R, S));
        assertThat(others.released()).containsExactly(S);
        assertThat(targetOf(others, Q, "b")).as("others can").isNull();
        var tagged = holding(
                Collections.nCopies(4, tags("x")),
                job("j", task("a").requiring(tags("x")), task("b", 1, 2).with(Flux.RECOVER), task("c")),
                stage(),
                stage(P, Q),
                stage(R, S));
        assertThat(tagged.released()).as("S may lack the tag").containsExactly(S, Q);

        var killing = holding(job("j", task("a"), task("b", 1, 2).with(Flux.KILL)), stage(), stage(P, Q));
        assertThat(killing.released()).isEmpty();
    }

    @Test
    void theFirstTaskHasAPeerHoweverSmallItsPercentage() {
        Outline job = job(
                "j",
                TaskScheduler.PERCENTAGE,
                task("a").with(percent(10)),
                task("b").with(percent(90)));
        Outline queued = new Outline(
                job.id(),
                job.tasks(),
                job.scheduler(),
                Percentage.ZERO,
                job.saturation(),
                Delivery.QUEUED,
                false,
                "",
                0);
        assertThat(holding(queued, stage(), stage()).targetOf(null, Tags.NONE)).isEqualTo(new Target(0, 0));
        assertThat(holding(queued, stage(P), stage(Q)).released())
                .as("and keeps it")
                .isEmpty();
        assertThat(targetOf(holding(queued, stage(), stage(P, Q)), Q, "b")).isEqualTo(new Target(0, 0));
    }

    @Test
    void nobodyIsWantedWhereThereIsNoJob() {
        assertThat(of(BALANCED, 3).targetOf(null, Tags.NONE)).isNull();
    }
}
