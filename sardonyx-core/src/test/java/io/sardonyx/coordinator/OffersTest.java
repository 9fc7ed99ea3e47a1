package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.offers;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.sequential;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OffersTest {

    @Test
    void desertedTasksComeByPhaseAndNotInTheOrderGiven() {
        var roster = idle(planned(sequential("late", 2), sequential("first", 0), concurrent("mid", 1)), "p", "q", "r");
        assertThat(Offers.next(roster)).isEqualTo(offers("p:first", "q:mid", "r:late"));
    }

    @Test
    void longestIdlePeerIsAskedFirst() {
        var roster = idle(planned(sequential("t", 0)), "z", "a");
        assertThat(Offers.next(roster)).isEqualTo(offers("z:t"));
    }

    @Test
    void sequentialTasksAreOfferedOnceAndTheRestStaysIdle() {
        var roster = idle(planned(sequential("a", 0), sequential("b", 1)), "p", "q", "r");
        assertThat(Offers.next(roster)).isEqualTo(offers("p:a", "q:b"));
    }

    @Test
    void leftOverPeersGoToTheConcurrentTaskWithFewestWorkers() {
        var roster = planned(concurrent("a", 0), concurrent("b", 1), sequential("c", 2));
        roster = at(at(roster, "w1", PeerState.ACTIVE, post("a")), "w2", PeerState.ACKING, post("a"));
        roster = at(at(roster, "w3", PeerState.SEALING, post("b")), "w4", PeerState.WAITING, post("b"));
        roster = at(roster, "w5", PeerState.ACTIVE, post("c"));
        assertThat(Offers.next(idle(roster, "p", "q", "r"))).isEqualTo(offers("p:b", "q:a"));
    }

    @Test
    void desertedTasksOfAllJobsComeBeforeSecondPeers() {
        var roster = planned(planned(concurrent("a", 0)), "other", concurrent("b", 0), concurrent("c", 1));
        assertThat(tasks(Offers.candidates(roster))).containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void jobsTakeTurnsStartingBehindTheOneOfferedLast() {
        var roster = threeJobs();
        assertThat(tasks(Offers.candidates(roster))).containsExactly("a", "b", "c");
        roster = after(roster, offer(roster, "p", "second", "b"), new Death(peer("p")));
        assertThat(tasks(Offers.candidates(roster))).containsExactly("c", "a", "b");
    }

    @Test
    void rotationGoesOnBehindAJobThatFinished() {
        var roster = threeJobs();
        var post = new Post(JobId.of("second"), TaskName.of("b"), 0);
        roster = after(
                roster,
                new Offer(peer("p"), post),
                new Ack(peer("p"), post),
                new Exhaust(peer("p"), post),
                new Complete(peer("p"), post));
        assertThat(tasks(Offers.candidates(roster))).containsExactly("c", "a");
    }

    @Test
    void oneIdlePeerVisitsAllJobsInTurn() {
        var roster = idle(
                planned(
                        planned(Roster.EMPTY, "one", sequential("a", 0), sequential("b", 1)),
                        "two",
                        sequential("c", 0),
                        sequential("d", 1)),
                "p");
        var visited = new ArrayList<String>();
        while (!roster.isHealthy()) {
            var post = Offers.next(roster).get(0).post();
            visited.add(post.task().text());
            roster = after(
                    roster,
                    new Offer(peer("p"), post),
                    new Ack(peer("p"), post),
                    new Exhaust(peer("p"), post),
                    new Complete(peer("p"), post));
        }
        assertThat(visited).containsExactly("a", "c", "b", "d");
    }

    @Test
    void whoHasSealedATaskIsPassedOver() {
        var roster = idle(at(planned(concurrent("t", 0)), "s", PeerState.SEALING, post("t")), "p");
        roster = after(roster, new Offer(peer("p"), post("t")), new Complete(peer("s"), post("t")));
        assertThat(Offers.next(roster)).isEmpty();
        assertThat(Offers.next(idle(roster, "q"))).isEqualTo(offers("q:t"));
    }

    @Test
    void whoIsUnfitForAJobIsPassedOverThereAndElsewhereIsNot() {
        var roster = planned(idle(planned(sequential("t", 0)), "p", "q"), "other", sequential("u", 0));
        var unfit = after(roster, new Unfit(peer("p"), JOB));
        assertThat(Offers.next(unfit))
                .containsExactly(
                        new Offer(peer("q"), post("t")),
                        new Offer(peer("p"), new Post(JobId.of("other"), TaskName.of("u"), 0)));
        assertThat(Offers.next(after(unfit, new Unfit(peer("q"), JOB))))
                .containsExactly(new Offer(peer("p"), new Post(JobId.of("other"), TaskName.of("u"), 0)));
    }

    @Test
    void withoutIdlePeersOrWorkThereIsNothingToOffer() {
        assertThat(Offers.next(planned(concurrent("t", 0)))).isEmpty();
        assertThat(Offers.next(idle(Roster.EMPTY, "p"))).isEmpty();
    }

    @Test
    void everyOfferOfARoundIsAccepted() {
        var roster = idle(threeJobs(), "q", "r", "s", "t");
        for (Offer offer : Offers.next(roster)) {
            var before = roster;
            roster = after(roster, offer);
            assertThat(roster).isNotSameAs(before);
        }
    }

    private static Roster threeJobs() {
        var roster = planned(Roster.EMPTY, "first", sequential("a", 0));
        roster = planned(roster, "second", sequential("b", 0));
        return idle(planned(roster, "third", sequential("c", 0)), "p");
    }

    private static Offer offer(Roster roster, String name, String job, String task) {
        return new Offer(peer(name), roster.post(JobId.of(job), TaskName.of(task)));
    }

    private static List<String> tasks(List<Post> posts) {
        return posts.stream().map(post -> post.task().text()).toList();
    }
}
