package io.sardonyx.command;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.prepare;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Trim;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcTest {

    private static final Gc GC = new Gc(group("a"));

    @Test
    void finishedJobsLeaveOnlyTheirIdsAndTheCallerTrims() {
        var told = Story.members("a")
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))), submit(job("l", input("in"))))
                .then(new KillJob(id("j"), Cause.UNSAID), new CompleteJob(id("k")))
                .tell(GC);
        assertThat(told.after().jobs().live().keys()).containsExactly(id("l"));
        assertThat(told.after().jobs().killed().isEmpty()).isTrue();
        assertThat(told.after().jobs().completed().isEmpty()).isTrue();
        assertThat(told.after().jobs().retired()).containsExactly(id("j"), id("k"));
        assertThat(told.after().trim()).isEqualTo(new Trim(group("a"), told.position()));
        told.nobodySpeaks();
    }

    @Test
    void onlyTheLatestOfThoseWhoAreNotHereAreRemembered() {
        var told = Story.members("a")
                .then(new FoundCluster("onyx", Allocation.PLANNED, JobScheduler.BALANCED, 2))
                .then(new GroupLeaveCluster(group("x")), new GroupLeaveCluster(group("y")))
                .then(new GroupLeaveCluster(group("z")))
                .then(prepare("b"), prepare("c"), prepare("d"), prepare("e"))
                .then(submit(job("j", input("in"))), submit(job("k", input("in"))), submit(job("l", input("in"))))
                .then(new CompleteJob(id("j")), new CompleteJob(id("k")), new CompleteJob(id("l")))
                .tell(GC);
        assertThat(told.after().ring().left()).containsExactly(group("y"), group("z"));
        assertThat(told.after().ring().aborted()).containsExactly(group("d"), group("e"));
        assertThat(told.after().jobs().retired()).containsExactly(id("k"), id("l"));
    }

    @Test
    void orphansOfGroupsThatNobodyHeardOfAreGone() {
        var told = Story.members("a")
                .then(prepare("b"), prepare("c"), add("p", "b"), add("q", "c"), add("r", "unheard"))
                .tell(GC);
        assertThat(told.after().peers().orphans().keys()).containsExactly(Story.peer("p"), Story.peer("q"));
    }

    @Test
    void authorsThatWereSilentForLongAndAreNotHereAreForgotten() {
        var founded = Story.members("a").then(new FoundCluster("onyx", Allocation.PLANNED, JobScheduler.BALANCED, 2));
        var replica = founded.replica();
        for (var author : List.of("client", "a", "late")) {
            long position = author.equals("late") ? 20 : 5;
            replica = replica.change(new Entry<>(position, group(author), 1, new PeerGc(group(author))))
                    .after();
        }
        var after = replica.change(Entry.anonymous(21, GC)).after();
        assertThat(after.authors().keys()).containsExactly(group("a"), group("late"));
    }

    @Test
    void latestKilledJobsCanBeResumedFromTheSecondFormatOn() {
        var story =
                Story.members("a").then(new FoundCluster("c", Allocation.PLANNED, JobScheduler.BALANCED, 500, "e", 2));
        for (int i = 0; i <= Gc.KILLED_KEPT; i++) {
            story = story.then(submit(job("j" + i, input("in"))), new KillJob(id("j" + i), Cause.UNSAID));
        }
        var jobs = story.then(GC).replica().jobs();
        assertThat(jobs.killed().size()).isEqualTo(Gc.KILLED_KEPT);
        assertThat(jobs.retired()).containsExactly(id("j0"));
    }
}
