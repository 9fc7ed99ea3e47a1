package io.sardonyx.replica;

import static io.sardonyx.command.Story.add;
import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.peer;
import static io.sardonyx.command.Story.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.command.Story;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Each invariant is broken by hand, and is seen to be. */
class InvariantsTest {

    private static final EnumSet<Invariants> SEEN = EnumSet.noneOf(Invariants.class);

    /** Two members, two peers at work. */
    private static final Replica SOUND = Story.members("a", "b")
            .peers("a", "p")
            .peers("b", "q")
            .then(submit(job("j", input("in"), output("out"))))
            .replica();

    private static void broken(Invariants invariant, Replica replica) {
        assertThat(Invariants.violated(replica)).anyMatch(violation -> violation.startsWith(invariant.title() + ": "));
        SEEN.add(invariant);
    }

    private static Replica with(Ring ring) {
        return SOUND.with(ring);
    }

    private static Replica withStage(int task, Stage stage) {
        Run run = SOUND.jobs().live().get(id("j"));
        return SOUND.with(SOUND.jobs().with(run.with(task, stage)));
    }

    /** The sound replica, where the tasks of the job always were others. */
    private static Replica withTasks(Task... tasks) {
        Run run = SOUND.jobs().live().get(id("j"));
        var demand = new Demand(
                job("j", tasks).decidedFor(SOUND.cluster().allocation()),
                run.demand().stages());
        return SOUND.with(SOUND.jobs().with(run.with(demand)));
    }

    @Test
    void soundReplicasBreakNone() {
        assertThat(Invariants.violated(SOUND)).isEmpty();
        assertThat(Invariants.violated(Replica.EMPTY)).isEmpty();
    }

    @Test
    void titlesAreTheNamesAsAnOperatorReadsThem() {
        assertThat(Invariants.RING_IS_ONE_CYCLE.title()).isEqualTo("ring-is-one-cycle");
        for (Invariants invariant : Invariants.values()) {
            assertThat(invariant.title())
                    .isEqualTo(invariant.title().toLowerCase(Locale.ROOT))
                    .doesNotContain("_");
        }
    }

    @Test
    void everyInvariantIsSeenToBeBroken() {
        ringInTwoPieces();
        ringOfOneThatWatches();
        joinerThatIsAMember();
        observerThatHelpsTwoOrIsGone();
        abortedMember();
        memberThatLeft();
        peerThatBelongsToNobody();
        placeThatThePeerDoesNotKnow();
        assignmentThatNoTaskKnows();
        slotGivenTwice();
        completeTaskThatHoldsPeersOrSealerThatIsAway();
        jobHalfCovered();
        tooManyPeers();
        tagsThatNobodyHas();
        jobInTwoStates();
        placesWithoutAFence();
        assertThat(SEEN).containsExactlyInAnyOrder(Invariants.values());
    }

    private static void ringInTwoPieces() {
        var members = OrderedTable.<GroupId, RingNeighbours>empty()
                .with(group("a"), new RingNeighbours(group("b"), group("b")))
                .with(group("b"), new RingNeighbours(group("a"), group("a")))
                .with(group("c"), new RingNeighbours(group("d"), group("d")))
                .with(group("d"), new RingNeighbours(group("c"), group("c")));
        broken(
                Invariants.RING_IS_ONE_CYCLE,
                with(new Ring(members, SortedTable.empty(), OrderedSet.empty(), OrderedSet.empty())));
        var oneSided = members.with(group("b"), new RingNeighbours(group("a"), group("c")));
        broken(
                Invariants.RING_IS_ONE_CYCLE,
                with(new Ring(oneSided, SortedTable.empty(), OrderedSet.empty(), OrderedSet.empty())));
    }

    private static void ringOfOneThatWatches() {
        var self = OrderedTable.<GroupId, RingNeighbours>empty()
                .with(group("a"), new RingNeighbours(group("a"), group("a")));
        broken(
                Invariants.RING_IS_ONE_CYCLE,
                Replica.EMPTY.with(new Ring(self, SortedTable.empty(), OrderedSet.empty(), OrderedSet.empty())));
    }

    private static void joinerThatIsAMember() {
        broken(Invariants.JOINERS_HAVE_AN_OBSERVER_EACH, with(SOUND.ring().prepare(group("a"), group("b"))));
    }

    private static void observerThatHelpsTwoOrIsGone() {
        broken(
                Invariants.JOINERS_HAVE_AN_OBSERVER_EACH,
                with(SOUND.ring().prepare(group("a"), group("x")).prepare(group("a"), group("y"))));
        broken(Invariants.JOINERS_HAVE_AN_OBSERVER_EACH, with(SOUND.ring().prepare(group("gone"), group("x"))));
    }

    private static void abortedMember() {
        broken(Invariants.ABORTED_ARE_OUTSIDE, with(SOUND.ring().turnAway(group("a"))));
    }

    private static void memberThatLeft() {
        Ring ring = SOUND.ring();
        broken(
                Invariants.LEFT_ARE_GONE,
                with(new Ring(
                        ring.members(),
                        ring.joining(),
                        ring.aborted(),
                        ring.left().with(group("a")))));
    }

    private static void peerThatBelongsToNobody() {
        broken(Invariants.PEERS_BELONG_TO_MEMBERS, with(Ring.EMPTY));
        Replica orphan = Story.members("a").then(add("p", "x")).replica();
        broken(
                Invariants.PEERS_BELONG_TO_MEMBERS,
                orphan.with(orphan.ring()
                        .prepare(group("a"), group("x"))
                        .notify(group("x"))
                        .admit(group("x"))));
    }

    private static void placeThatThePeerDoesNotKnow() {
        broken(Invariants.PLACES_AND_ASSIGNMENTS_AGREE, withStage(0, Stage.EMPTY.with(peer("ghost"), null)));
        broken(Invariants.PLACES_AND_ASSIGNMENTS_AGREE, withStage(1, Stage.EMPTY.with(peer("p"), null)));
    }

    private static void assignmentThatNoTaskKnows() {
        broken(Invariants.PLACES_AND_ASSIGNMENTS_AGREE, withStage(0, Stage.EMPTY));
    }

    private static void slotGivenTwice() {
        var twice = List.of(new Place(peer("p"), 0, null), new Place(peer("q"), 0, null));
        broken(Invariants.SLOTS_ARE_DISTINCT, withStage(0, Stage.EMPTY.with(twice)));
    }

    private static void completeTaskThatHoldsPeersOrSealerThatIsAway() {
        var places = List.of(new Place(peer("p"), 0, null));
        broken(Invariants.SEALS_ARE_HELD, withStage(0, new Stage(places, Progress.COMPLETE, null)));
        broken(Invariants.SEALS_ARE_HELD, withStage(0, new Stage(places, Progress.SEALING, peer("q"))));
    }

    private static void jobHalfCovered() {
        broken(Invariants.COVERED_OR_EMPTY, withStage(1, Stage.EMPTY));
    }

    private static void tooManyPeers() {
        var two = List.of(new Place(peer("p"), 0, null), new Place(peer("q"), 1, null));
        Run run = SOUND.jobs().live().get(id("j"));
        Task narrow = input("in").with(new Bounds(1, 1));
        Replica bounded = withTasks(narrow, output("out"));
        Run boundedRun = bounded.jobs().live().get(id("j"));
        broken(
                Invariants.BOUNDS_ARE_RESPECTED,
                bounded.with(bounded.jobs().with(boundedRun.with(0, Stage.EMPTY.with(two)))));
        Outline job = run.job();
        Outline saturated = new Outline(
                job.id(), job.tasks(), job.scheduler(), job.percentage(), 1, job.delivery(), job.wholeOnly(), "", 0);
        broken(
                Invariants.BOUNDS_ARE_RESPECTED,
                SOUND.with(SOUND.jobs()
                        .with(run.with(new Demand(saturated, run.demand().stages())))));
    }

    private static void tagsThatNobodyHas() {
        broken(Invariants.TAGS_ARE_RESPECTED, withTasks(input("in").requiring(Tags.of(List.of("gpu"))), output("out")));
    }

    private static void jobInTwoStates() {
        Jobs jobs = SOUND.jobs();
        broken(
                Invariants.JOBS_ARE_IN_ONE_STATE,
                SOUND.with(new Jobs(
                        jobs.live(),
                        jobs.killed(),
                        jobs.completed(),
                        jobs.retired().with(id("j")))));
    }

    private static void placesWithoutAFence() {
        Run run = SOUND.jobs().live().get(id("j"));
        broken(Invariants.PLACED_JOBS_ARE_FENCED, SOUND.with(SOUND.jobs().with(run.at(Run.NEVER_PLACED))));
    }

    @Test
    void violationsSayWhatIsWrong() {
        assertThat(Invariants.violated(with(SOUND.ring().turnAway(group("a")))))
                .containsExactly("aborted-are-outside: a was turned away but is in or joining");
    }
}
