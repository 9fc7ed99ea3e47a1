package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.gone;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.sequential;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.log.Change;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Each claim is shown a roster that breaks it: a checker that sees nothing proves nothing. */
class RosterInvariantsTest {

    private static final Set<String> SEEN = new TreeSet<>();

    private final Roster open = planned(sequential("s", 0), concurrent("c", 1));

    @AfterAll
    static void everyClaimWasSeenBroken() {
        assertThat(SEEN)
                .containsExactlyInAnyOrderElementsOf(RosterInvariants.ALL.stream()
                        .map(RosterInvariants.Invariant::name)
                        .toList());
    }

    @Test
    void postsWithoutWorkAndWorkWithoutPosts() {
        assertBroken(at(open, "p", PeerState.IDLE, post("c")), "a peer has a post exactly when its state says so");
        assertBroken(
                gone(open, "p", PeerState.ACTIVE, RosterPeer.Notice.NONE),
                "a peer has a post exactly when its state says so");
        assertBroken(
                open.with(peer("p"), new RosterPeer(PeerState.DEAD, post("c"), RosterPeer.Notice.EVICTED)),
                "a peer has a post exactly when its state says so");
    }

    @Test
    void noticesGivenToTheWrongPeers() {
        assertBroken(
                gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.SHUT_DOWN),
                "a notice fits the state it was given in");
        assertBroken(
                gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.SEAL_ANSWERED),
                "a notice fits the state it was given in");
        assertBroken(idleWith(RosterPeer.Notice.EVICTED), "a notice fits the state it was given in");
    }

    @Test
    void queueThatForgetsAPeer() {
        var roster = idle(open, "p");
        assertBroken(
                new Roster(roster.peers(), OrderedSet.empty(), roster.jobs(), roster.finished(), 0, -1),
                "the idle queue lists exactly the idle peers");
    }

    @Test
    void finishedJobThatIsNot() {
        assertBroken(
                new Roster(
                        open.peers(),
                        open.idle(),
                        open.jobs(),
                        OrderedTable.<JobId, SortedTable<TaskName, Long>>empty().with(JOB, SortedTable.empty()),
                        0,
                        -1),
                "a job is finished exactly when its tasks are complete");
    }

    @Test
    void peerAtAnUnknownTaskOrAnAttemptToCome() {
        assertBroken(at(open, "p", PeerState.ACTIVE, post("x")), "a peer is at a task of a planned job");
        assertBroken(at(open, "p", PeerState.ACTIVE, post("c", 1)), "a peer is at a task of a planned job");
    }

    @Test
    void twoPeersAtASequentialTask() {
        var roster = at(at(open, "p", PeerState.ACKING, post("s")), "q", PeerState.ACTIVE, post("s"));
        assertBroken(roster, "a sequential task has at most one peer");
    }

    @Test
    void twoSealers() {
        var roster = at(at(open, "p", PeerState.SEALING, post("c")), "q", PeerState.SEALING, post("c"));
        assertBroken(roster, "a task has at most one sealer");
    }

    @Test
    void workAtACompleteTask() {
        var complete = after(at(open, "p", PeerState.SEALING, post("c")), new Complete(peer("p"), post("c")));
        assertBroken(at(complete, "p", PeerState.ACTIVE, post("c")), "no peer is at a complete task");
    }

    @Test
    void waitingForNobody() {
        assertBroken(at(open, "p", PeerState.WAITING, post("c")), "a waiting peer waits for a peer at work");
    }

    @Test
    void sealerThatIsBackAtTheSameAttempt() {
        var roster = at(at(open, "p", PeerState.SEALING, post("c")), "q", PeerState.ACTIVE, post("c"));
        roster = after(roster, new Complete(peer("p"), post("c")));
        assertBroken(at(roster, "p", PeerState.ACTIVE, post("c")), "who has sealed an attempt is not at it again");
    }

    @Test
    void forbiddenTransition() {
        var before = at(open, "p", PeerState.ACTIVE, post("c"));
        assertBroken(before, idle(open, "p"), "a peer changes its state only as the chart allows");
        assertBroken(open, before, "a peer changes its state only as the chart allows");
    }

    @Test
    void peerOrJobThatVanishes() {
        assertBroken(idle(open, "p"), open, "only a peer that was shut down is forgotten");
        var working = at(open, "p", PeerState.ACTIVE, post("c"));
        assertBroken(
                working,
                new Roster(working.peers(), working.idle(), OrderedTable.empty(), OrderedTable.empty(), 0, -1),
                "a job goes only when it is finished or withdrawn");
    }

    @Test
    void taskThatGoesBack() {
        var working = at(open, "p", PeerState.SEALING, post("c"));
        assertBroken(
                after(working, new Complete(peer("p"), post("c"))),
                idle(open, "p"),
                "a complete task stays complete, attempts never fall");
        var dead = after(working, new Death(peer("p")));
        assertBroken(
                dead,
                new Roster(dead.peers(), dead.idle(), open.jobs(), open.finished(), 0, -1),
                "a complete task stays complete, attempts never fall");
    }

    @Test
    void jobsInAnotherOrder() {
        var jobs = planned(open, "other", concurrent("c", 0)).jobs();
        var swapped = OrderedTable.<JobId, JobProgress>empty()
                .with(JobId.of("other"), jobs.get(JobId.of("other")))
                .with(JOB, jobs.get(JOB));
        assertBroken(
                new Roster(open.peers(), open.idle(), swapped, open.finished(), 1, -1),
                "jobs are in order of submission");
        assertBroken(
                open,
                new Roster(open.peers(), open.idle(), open.jobs(), open.finished(), -1, -1),
                "an older job is not planned after a newer one");
    }

    @Test
    void workAtAJobThatThePeerIsUnfitFor() {
        var roster = after(idle(open, "p"), new Unfit(peer("p"), JOB));
        assertBroken(at(roster, "p", PeerState.ACTIVE, post("c")), "nobody is at a job that it is unfit for");
    }

    @Test
    void countsThatWereNotKept() {
        var roster = at(open, "p", PeerState.ACTIVE, post("c"));
        assertBroken(
                new Roster(roster.peers(), roster.idle(), open.jobs(), open.finished(), 0, -1),
                "slots and headcounts are those of a plain count");
        assertBroken(
                new Roster(open.peers(), open.idle(), roster.jobs(), open.finished(), 0, -1),
                "slots and headcounts are those of a plain count");
    }

    @Test
    void slotThatChangesOrIsNotTheLowest() {
        var both = at(at(open, "p", PeerState.ACTIVE, post("c")), "q", PeerState.ACTIVE, post("c"));
        var alone = idle(both, "p");
        assertBroken(alone, at(open, "q", PeerState.ACTIVE, post("c")), "a peer keeps the lowest slot that was free");
        assertBroken(open, alone, "a peer keeps the lowest slot that was free");
    }

    @Test
    void numbersOfAnOpenTaskOrOfNothing() {
        var job = open.jobs().get(JOB);
        assertBroken(withSkipped(open, job, "c", 1), "only complete tasks tell what they skipped");
        assertBroken(withSkipped(open, job, "x", 1), "only complete tasks tell what they skipped");
        var complete = after(at(open, "p", PeerState.SEALING, post("c")), new Complete(peer("p"), post("c")));
        assertBroken(
                withSkipped(complete, complete.jobs().get(JOB), "c", 0), "only complete tasks tell what they skipped");
        assertBroken(finished(-1), "only complete tasks tell what they skipped");
    }

    @Test
    void numbersThatChange() {
        var told = after(at(open, "p", PeerState.SEALING, post("c")), new Complete(peer("p"), post("c"), 2));
        var job = told.jobs().get(JOB);
        assertBroken(told, withSkipped(told, job, "c", 3), "what a task skipped is told until its job is forgotten");
        assertBroken(told, finished(3), "what a task skipped is told until its job is forgotten");
        assertBroken(finished(2), finished(3), "what a task skipped is told until its job is forgotten");
        assertThat(RosterInvariants.brokenIn(finished(2))).isEmpty();
    }

    private static Roster withSkipped(Roster roster, JobProgress job, String task, long count) {
        var counted = new JobProgress(
                job.submitted(), job.tasks(), job.unfit(), job.skipped().with(TaskName.of(task), count));
        return new Roster(roster.peers(), roster.idle(), roster.jobs().with(JOB, counted), roster.finished(), 0, -1);
    }

    private static Roster finished(long count) {
        var counts = SortedTable.<TaskName, Long>empty().with(TaskName.of("c"), count);
        return new Roster(
                SortedTable.empty(),
                OrderedSet.empty(),
                OrderedTable.empty(),
                OrderedTable.<JobId, SortedTable<TaskName, Long>>empty().with(JOB, counts),
                0,
                -1);
    }

    private Roster idleWith(RosterPeer.Notice notice) {
        return open.with(peer("p"), new RosterPeer(PeerState.IDLE, null, notice));
    }

    private static void assertBroken(Roster roster, String name) {
        assertThat(RosterInvariants.brokenIn(roster)).contains(name);
        SEEN.add(name);
    }

    private static void assertBroken(Roster before, Roster after, String name) {
        assertThat(RosterInvariants.brokenBy(new Change<>(before, after))).contains(name);
        SEEN.add(name);
    }
}
