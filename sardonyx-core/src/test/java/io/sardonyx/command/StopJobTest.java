package io.sardonyx.command;

import static io.sardonyx.command.Story.checkpointed;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.duty.Duties;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Run;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import org.junit.jupiter.api.Test;

class StopJobTest {

    private static final StopJob STOP = new StopJob(id("j"));
    private static final SealOutput SEAL = new SealOutput(id("j"), TaskName.of("out"));
    private static final Outline JOB = checkpointed("j", 3, input("in"), output("out"));
    private static final Story RUNNING =
            Story.members("a").peers("a", "p", "q", "r").then(submit(JOB));

    private static Run run(Story story) {
        return story.replica().jobs().live().get(id("j"));
    }

    private static Story checkpoint(Story story, boolean last) {
        Run run = run(story);
        long number = run.checkpoints().latestNumber() + 1;
        return story.then(
                new CompleteCheckpoint(id("j"), run.version(), number, "m" + number, last, SortedTable.empty()));
    }

    @Test
    void jobIsStoppingUntilItsLastCheckpointAndStoppedWhenItsOutputsAreSealed() {
        Story stopping = checkpoint(RUNNING, false).then(STOP);
        assertThat(run(stopping).checkpoints().stopping()).isTrue();
        assertThat(run(stopping).version()).isEqualTo(run(RUNNING).version());
        Story notYet = checkpoint(stopping, false);
        assertThat(run(notYet).isExhausted()).isFalse();
        Story last = checkpoint(notYet, true);
        assertThat(run(last).isExhausted()).isTrue();
        assertThat(Duties.of(last.replica(), group("a")).seals()).hasSize(1);
        Ending ending = last.then(SEAL).replica().jobs().killed().get(id("j"));
        assertThat(ending.stopped()).isTrue();
        assertThat(ending.cause()).isEqualTo(Cause.UNSAID);
        assertThat(ending.checkpoints().latestNumber()).isEqualTo(3);
        assertThat(last.then(SEAL).replica().jobs().completed().isEmpty()).isTrue();
    }

    @Test
    void stoppingOutlastsANewFence() {
        Story stopping = RUNNING.then(STOP);
        Story rewound = stopping.then(new RewindJob(id("j"), run(stopping).version(), "a link broke"));
        assertThat(run(rewound).checkpoints().stopping()).isTrue();
        assertThat(run(stopping.peers("a", "s")).checkpoints().stopping()).isTrue();
    }

    @Test
    void jobWithoutOutputsIsStoppedByItsLastCheckpoint() {
        Story story = Story.members("a").peers("a", "p").then(submit(checkpointed("j", 3, input("in"))), STOP);
        Story last = checkpoint(story, true);
        assertThat(last.replica().jobs().killed().get(id("j")).stopped()).isTrue();
    }

    @Test
    void jobThatNobodyHasWorkedForIsStoppedAtOnce() {
        Story waiting = Story.members("a").then(submit(JOB));
        var told = waiting.tell(STOP);
        told.nobodySpeaks();
        assertThat(told.after().jobs().killed().get(id("j")).stopped()).isTrue();
    }

    @Test
    void killWins() {
        Story killed = RUNNING.then(STOP, new KillJob(id("j"), Cause.UNSAID));
        assertThat(killed.replica().jobs().killed().get(id("j")).stopped()).isFalse();
    }

    @Test
    void nothingElseIsStopped() {
        RUNNING.then(STOP).tell(STOP).isRefused();
        checkpoint(RUNNING, true).tell(STOP).isRefused();
        Story.members("a").tell(STOP).isRefused();
        RUNNING.then(new KillJob(id("j"), Cause.UNSAID)).tell(STOP).isRefused();
        Story.members("a")
                .peers("a", "p", "q")
                .then(submit(job("j", Delivery.DIRECT, input("in"), output("out"))))
                .tell(STOP)
                .isRefused();
        RUNNING.tell(STOP).nobodySpeaks();
    }

    @Test
    void peersOfAStoppedJobVolunteer() {
        Story volunteers = Story.volunteers("a")
                .peers("a", "p", "q")
                .then(submit(JOB), Story.volunteer("p"), Story.volunteer("q"), submit(job("k", input("in"))), STOP);
        Story last = checkpoint(volunteers, true);
        assertThat(last.tell(SEAL).command().reactions(last.tell(SEAL).change(), group("a")))
                .isNotEmpty();
        assertThat(last.tell(SEAL).command().reactions(last.tell(SEAL).change(), group("stranger")))
                .isEmpty();
    }
}
