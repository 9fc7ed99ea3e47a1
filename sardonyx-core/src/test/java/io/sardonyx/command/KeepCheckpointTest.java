package io.sardonyx.command;

import static io.sardonyx.command.Story.checkpointed;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.replica.Run;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How checkpoints get and lose names, and what is kept for them. */
class KeepCheckpointTest {

    private static final Story TWO = completed(
            Story.members("a").peers("a", "p", "q").then(submit(checkpointed("j", 1, input("in"), output("out")))),
            1,
            2);

    private static Story completed(Story story, long... numbers) {
        Story after = story;
        for (long number : numbers) {
            Run run = after.replica().jobs().live().get(id("j"));
            after = after.then(
                    new CompleteCheckpoint(id("j"), run.version(), number, "m" + number, false, SortedTable.empty()));
        }
        return after;
    }

    private static KeepCheckpoint keep(long number, String name) {
        return new KeepCheckpoint(id("j"), number, name);
    }

    private static Checkpoints of(Story story) {
        return story.replica().jobs().checkpoints(id("j"));
    }

    @Test
    void namedOneIsKeptWhateverComesAfterIt() {
        Story named = completed(TWO.then(keep(2, "before-upgrade")), 3, 4);
        assertThat(of(named).kept()).extracting(CompletedCheckpoint::number).containsExactly(4L);
        assertThat(of(named).named().get("before-upgrade").number()).isEqualTo(2);
        assertThat(of(named).numbered(2)).isNotNull();
        assertThat(of(named).numbered(3)).isNull();
        TWO.tell(keep(2, "before-upgrade")).nobodySpeaks();
    }

    @Test
    void nothingIsNamedThatIsNotKeptNorTwice() {
        TWO.tell(keep(1, "a")).isRefused();
        TWO.tell(keep(3, "a")).isRefused();
        TWO.tell(new KeepCheckpoint(id("other"), 2, "a")).isRefused();
        Story named = TWO.then(keep(2, "a"));
        named.tell(keep(2, "a")).isRefused();
        completed(named, 3).tell(keep(3, "a")).isRefused();
        assertThat(completed(named, 3).tell(keep(2, "b")).change().happened()).isTrue();
        Story full = TWO;
        for (int i = 0; i < Checkpoints.MOST_NAMES; i++) {
            full = full.then(keep(2, "n" + i));
        }
        full.tell(keep(2, "more")).isRefused();
    }

    @Test
    void droppedNameIsFreeAndItsCheckpointGoesWithTheOthers() {
        var drop = new DropCheckpoint(id("j"), "a");
        TWO.tell(drop).isRefused();
        Story named = completed(TWO.then(keep(2, "a")), 3);
        named.tell(drop).nobodySpeaks();
        Story dropped = named.then(drop);
        assertThat(of(dropped).numbered(2)).isNull();
        assertThat(of(dropped).numbered(3)).isNotNull();
        assertThat(dropped.tell(keep(3, "a")).change().happened()).isTrue();
    }

    @Test
    void checkpointsOfAnEndedJobAreKeptNamedAndDropped() {
        Story killed = TWO.then(new KillJob(id("j"), Cause.UNSAID));
        assertThat(of(killed).numbered(2)).isNotNull();
        assertThat(of(killed).base()).isNull();
        Story named = killed.then(keep(2, "a"));
        assertThat(of(named).named().has("a")).isTrue();
        assertThat(of(named.then(new DropCheckpoint(id("j"), "a"))).named().isEmpty())
                .isTrue();
        Story done = TWO.then(new CompleteJob(id("j")), keep(2, "a"));
        assertThat(done.then(new Gc(group("a"))).replica().jobs().completed().has(id("j")))
                .isTrue();
        assertThat(TWO.then(new CompleteJob(id("j")), new Gc(group("a")))
                        .replica()
                        .jobs()
                        .completed()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void namesCannotBeTakenForNumbers() {
        for (String bad : List.of("", "12", "a b", "é", "a@b", "x".repeat(Checkpoints.LONGEST_NAME + 1))) {
            assertThatIllegalArgumentException().isThrownBy(() -> keep(2, bad));
        }
        assertThat(Checkpoints.checkedName("v1.2_x-3")).isEqualTo("v1.2_x-3");
    }

    @Test
    void jobThatResumesBeginsWithTheCheckpointAndPinsItsJob() {
        Story killed = TWO.then(new KillJob(id("j"), Cause.UNSAID));
        var next = checkpointed("next", 1, input("in"), output("out"));
        Story resumed = killed.then(new SubmitJob(next, null, new SubmitJob.Resumed(id("j"), 2)));
        CompletedCheckpoint base = of(killed).numbered(2).madeBy(id("j"));
        Checkpoints its = resumed.replica().jobs().checkpoints(id("next"));
        assertThat(its.base()).isEqualTo(base);
        assertThat(its.latest()).isEqualTo(base);
        assertThat(its.kept()).isEmpty();
        resumed.tell(new ForgetJob(id("j"))).isRefused();
        assertThat(resumed.replica().jobs().resumed()).containsExactly(id("j"));
        Story over = resumed.then(new CompleteJob(id("next")));
        assertThat(over.tell(new ForgetJob(id("j"))).change().happened()).isTrue();
    }

    /** Its documents are kept for it, whatever becomes of the name that they had. */
    @Test
    void jobThatDiedBeforeItsFirstCheckpointIsResumedThoughItsOriginHasLostItsName() {
        Story killed = completed(TWO.then(keep(2, "nightly")), 3).then(new KillJob(id("j"), Cause.UNSAID));
        var resumed = new SubmitJob.Resumed(id("j"), 2);
        var next = new SubmitJob(checkpointed("next", 1, input("in"), output("out")), null, resumed);
        var third = new SubmitJob(checkpointed("third", 1, input("in"), output("out")), null, resumed);
        Story dropped = killed.then(next, new DropCheckpoint(id("j"), "nightly"));
        assertThat(of(dropped).numbered(2)).isNull();
        Story died = dropped.then(new KillJob(id("next"), Cause.UNSAID));
        Checkpoints its = died.tell(third).after().jobs().checkpoints(id("third"));
        assertThat(its.latest())
                .isEqualTo(died.replica().jobs().checkpoints(id("next")).latest());
        assertThat(its.latest().of()).isEqualTo(id("j"));
        died.then(new ForgetJob(id("next"))).tell(third).isRefused();
    }

    @Test
    void jobsWithCheckpointsAreThoseAtWorkAndThoseFromWhichOthersCanGoOn() {
        Story waiting = Story.members("a").then(submit(checkpointed("j", 1, input("in"), output("out"))));
        assertThat(waiting.replica().jobs().withCheckpoints())
                .as("nobody has worked for it")
                .isEmpty();
        assertThat(waiting.peers("a", "p", "q").replica().jobs().withCheckpoints())
                .as("they may be about to store something")
                .containsExactly(id("j"));
        Story plain = Story.members("a").peers("a", "p").then(submit(Story.job("j", input("in"))));
        assertThat(plain.replica().jobs().withCheckpoints()).isEmpty();
        assertThat(TWO.replica().jobs().withCheckpoints()).containsExactly(id("j"));
        Story killed = TWO.then(new KillJob(id("j"), Cause.UNSAID));
        assertThat(killed.replica().jobs().withCheckpoints()).containsExactly(id("j"));
        assertThat(killed.then(new ForgetJob(id("j"))).replica().jobs().withCheckpoints())
                .isEmpty();
        Story completed = TWO.then(keep(2, "a"), new CompleteJob(id("j")), new Gc(group("a")));
        assertThat(completed.replica().jobs().withCheckpoints()).containsExactly(id("j"));
        Story dropped = completed.then(new DropCheckpoint(id("j"), "a"), new Gc(group("a")));
        assertThat(dropped.replica().jobs().withCheckpoints()).isEmpty();
    }

    @Test
    void nothingIsSubmittedFromACheckpointThatIsNotKept() {
        var next = checkpointed("next", 1, input("in"), output("out"));
        Story ended = TWO.then(new KillJob(id("j"), Cause.UNSAID));
        ended.tell(new SubmitJob(next, null, new SubmitJob.Resumed(id("j"), 1))).isRefused();
        TWO.tell(new SubmitJob(next, null, new SubmitJob.Resumed(id("j"), 2))).isRefused();
        TWO.tell(new SubmitJob(next, null, new SubmitJob.Resumed(id("nobody"), 2)))
                .isRefused();
        var plain = Story.job("next", input("in"), output("out"));
        ended.tell(new SubmitJob(plain, null, new SubmitJob.Resumed(id("j"), 2)))
                .isRefused();
    }
}
