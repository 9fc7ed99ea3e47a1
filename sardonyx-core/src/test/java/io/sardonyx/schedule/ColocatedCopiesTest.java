package io.sardonyx.schedule;

import static io.sardonyx.schedule.Schedules.job;
import static io.sardonyx.schedule.Schedules.tags;
import static io.sardonyx.schedule.Schedules.task;
import static io.sardonyx.schedule.Schedules.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Tags;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Peer;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ColocatedCopiesTest {

    private static final List<Tags> KINDS = List.of(tags(), tags("a"));
    private static final Outline PAIR = job("j", TaskScheduler.COLOCATED, task("in"), task("out"));
    private static final PeerNeed NEED = new PeerNeed(Demand.of(PAIR));

    private static Peer peer(String name) {
        return worker(name, name.substring(0, 1), tags());
    }

    private static Peer running(String name, String job, String task) {
        var assignment = new Assignment(PeerId.of(name), JobId.of(job), TaskName.of(task), 0);
        return peer(name).assigned(assignment, true);
    }

    private static TagFlow flow(List<Peer> workers) {
        var supply = new TreeMap<Tags, Integer>();
        KINDS.forEach(kind -> supply.put(kind, 0));
        workers.forEach(one -> supply.merge(one.tags(), 1, Integer::sum));
        return new TagFlow(SortedTable.of(supply), KINDS);
    }

    private static List<String> names(List<SchedulablePeer> copy) {
        return copy.stream().map(one -> one.id().text()).toList();
    }

    private static List<String> first(PeerNeed need, List<Peer> workers) {
        return names(new ColocatedCopies(workers, List.of(need)).take(0, need, flow(workers)));
    }

    @Test
    void copyIsWholeAndOnOneSite() {
        assertThat(first(NEED, List.of(peer("x1"), peer("y1"), peer("z1")))).isEmpty();
        assertThat(first(NEED, List.of(peer("x1"), peer("y1"), peer("z1"), peer("y2"))))
                .containsExactly("y1", "y2");
    }

    @Test
    void siteWhereMostOfItRunsComesFirstAndWhoRunsATaskStaysOnIt() {
        var workers = List.of(peer("x1"), peer("x2"), peer("x3"), peer("y1"), running("y2", "j", "in"));
        assertThat(first(NEED, workers)).containsExactly("y2", "y1");
    }

    @Test
    void thenComesTheSiteWhereMostAreIdle() {
        var workers = List.of(
                running("x1", "k", "in"), running("x2", "k", "in"), running("x3", "k", "in"), peer("y1"), peer("y2"));
        assertThat(first(NEED, workers)).containsExactly("y1", "y2");
    }

    @Test
    void thenComesTheSiteWhereMostAreFree() {
        var workers = List.of(peer("x1"), peer("x2"), peer("y1"), peer("y2"), peer("y3"));
        assertThat(first(NEED, workers)).containsExactly("y1", "y2");
    }

    @Test
    void leastCapableIdleOnesAreTaken() {
        var workers = List.of(running("x1", "k", "in"), worker("x2", "x", tags("a")), worker("x3", "x", tags()));
        assertThat(first(NEED, workers)).containsExactly("x3", "x2");
    }

    @Test
    void taskThatRequiresMostChoosesFirst() {
        var need = new PeerNeed(Demand.of(
                job("j", TaskScheduler.COLOCATED, task("in"), task("out").requiring(tags("a")))));
        var workers = List.of(running("x1", "k", "in"), worker("x2", "x", tags("a")));
        assertThat(first(need, workers)).containsExactly("x1", "x2");
        assertThat(first(need, List.of(peer("x1"), peer("x2")))).isEmpty();
    }

    @Test
    void nobodyIsInTwoCopiesUntilOneIsGivenBack() {
        var workers = List.of(peer("x1"), peer("x2"), peer("x3"));
        var copies = new ColocatedCopies(workers, List.of(NEED));
        TagFlow flow = flow(workers);
        List<SchedulablePeer> copy = copies.take(0, NEED, flow);
        assertThat(copies.chosen(0, 1)).containsExactly(copy.get(1));
        assertThat(copies.isChosen(PeerId.of("x1"))).isTrue();
        assertThat(copies.take(0, NEED, flow)).isEmpty();
        copies.giveBack(0, NEED, copy, flow);
        assertThat(copies.isChosen(PeerId.of("x1"))).isFalse();
        assertThat(copies.chosen(0, 1)).isEmpty();
        assertThat(names(copies.take(0, NEED, flow))).containsExactly("x1", "x2");
    }

    @Test
    void copyThatOthersCouldNotSpareIsNotTakenAndLeavesNothingBehind() {
        var workers = List.of(peer("x1"), peer("x2"), peer("x3"));
        var copies = new ColocatedCopies(workers, List.of(NEED));
        TagFlow flow = flow(workers);
        flow.claim(tags(), 2);
        assertThat(copies.take(0, NEED, flow)).isEmpty();
        assertThat(copies.isChosen(PeerId.of("x1"))).isFalse();
        assertThat(flow.isSatisfiable()).isTrue();
        flow.claim(tags(), -1);
        assertThat(copies.take(0, NEED, flow)).hasSize(2);
    }

    @Test
    void peerThatAnotherJobHoldsFastIsNotTaken() {
        Outline other = job("k", task("in").with(Flux.RECOVER));
        Stage stage = Stage.EMPTY.with(PeerId.of("x1"), new Site("x"));
        var held = new PeerNeed(Demand.of(other).with(0, stage));
        var workers = List.of(running("x1", "k", "in"), peer("x2"), peer("x3"));
        var copies = new ColocatedCopies(workers, List.of(held, NEED));
        assertThat(names(copies.take(1, NEED, flow(workers)))).containsExactly("x2", "x3");
        var fewer = workers.subList(0, 2);
        assertThat(new ColocatedCopies(fewer, List.of(held, NEED)).take(1, NEED, flow(fewer)))
                .isEmpty();
    }

    @Test
    void completeTaskTakesNobody() {
        var need = new PeerNeed(Demand.of(PAIR).with(0, Stage.COMPLETE));
        var workers = List.of(peer("x1"));
        var copies = new ColocatedCopies(workers, List.of(need));
        assertThat(copies.take(0, need, flow(workers))).containsExactly(null, workers.get(0));
        assertThat(copies.chosen(0, 0)).isEmpty();
    }
}
