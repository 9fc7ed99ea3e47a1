package io.sardonyx.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.entry.OutlineCodec;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.json.Refusals;
import io.sardonyx.json.Texts;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

class ScenarioTest {

    private static Scenario scenario(String json) {
        return Scenario.read(Texts.bytes(json));
    }

    private static Replica replica(String json) {
        return scenario(json).replica();
    }

    private static List<String> tasks(Replica replica, int job) {
        return OutlineCodec.names(replica.jobs().live().values().get(job).job());
    }

    @Test
    void aNumberOfPeersNamesThem() {
        assertThat(replica("{'peers':3}").peers().present().keys())
                .extracting(PeerId::text)
                .containsExactly("p1", "p2", "p3");
    }

    @Test
    @Timeout(60)
    void hundredThousandPeersAreRead() {
        Replica replica = replica("{'peers':100000,'jobs':['a','b']}");
        assertThat(replica.peers().present().size()).isEqualTo(100_000);
        assertThat(replica.ring().members().size()).isEqualTo(100_000);
    }

    @Test
    void whatIsNotSaidHasDefaults() {
        Replica replica = replica("{'peers':[]}");
        assertThat(replica.cluster().scheduler()).isEqualTo(JobScheduler.BALANCED);
        assertThat(replica.cluster().allocation()).isEqualTo(Allocation.PLANNED);
        assertThat(replica.jobs().live().isEmpty()).isTrue();
    }

    @Test
    void peersMayBeSaidByTheirGroups() {
        Replica replica = replica("{'groups':{'g':['a','b'],'h':['c']}}");
        assertThat(replica.peers().present().keys()).extracting(PeerId::text).containsExactly("a", "b", "c");
        assertThat(replica.peers().of(GroupId.of("g"))).hasSize(2);
        assertThat(replica.ring().members().keys()).containsExactly(GroupId.of("g"), GroupId.of("h"));
    }

    @Test
    void aBareJobHasOneTaskOfItsName() {
        Replica replica = replica("{'peers':1,'jobs':['a',{'id':'b'}]}");
        assertThat(tasks(replica, 0)).containsExactly("a");
        assertThat(tasks(replica, 1)).containsExactly("b");
    }

    @Test
    void aJobWithoutTasksHasThoseThatRunOrThoseOfItsWorkflow() {
        assertThat(tasks(replica("{'peers':1,'jobs':['a'],'allocations':{'a':{'t':['p1']}}}"), 0))
                .containsExactly("t");
        assertThat(tasks(replica("{'peers':1,'jobs':['a'],'workflow':[['b','c'],['a','b']]}"), 0))
                .containsExactly("a", "b", "c");
        assertThat(tasks(replica("{'peers':1,'jobs':['x',{'id':'a','workflow':[['b','c']]}]}"), 1))
                .containsExactly("b", "c");
    }

    @Test
    void saturationMayStandBesideTheJobs() {
        Replica replica = replica("{'peers':1,'jobs':['a',{'id':'b','saturation':7},'c','d'],"
                + "'saturation':{'a':2,'b':9,'c':null,'d':'infinity'}}");
        assertThat(replica.jobs().live().values())
                .extracting(run -> run.job().saturation())
                .containsExactly(2, 7, Bounds.UNBOUNDED, Bounds.UNBOUNDED);
    }

    @Test
    void jobsAreDirectWherePlannedAndQueuedWhereVolunteered() {
        Run planned = replica("{'peers':1,'jobs':['a']}").jobs().live().values().get(0);
        assertThat(planned.job().delivery()).isEqualTo(Delivery.DIRECT);
        Run volunteered = replica("{'peers':1,'jobs':['a'],'allocation':'volunteered'}")
                .jobs()
                .live()
                .values()
                .get(0);
        assertThat(volunteered.job().delivery()).isEqualTo(Delivery.QUEUED);
    }

    @Test
    void whoIsNotAmongThePeersIsGone() {
        Scenario scenario = scenario("{'peers':['a'],'jobs':['j'],'allocations':{'j':{'j':['b','a']}}}");
        Run run = scenario.replica().jobs().live().values().get(0);
        assertThat(run.stage(0).places()).extracting(Place::slot).containsExactly(1);
        assertThat(scenario.warnings())
                .containsExactly("allocations.j.j: peer b is not among the peers, so it counts as gone");
    }

    @Test
    void unknownKeysAreWarnedOf() {
        assertThat(scenario("{'peers':1,'jobsScheduler':'greedy','jobs':[{'id':'a','task':[]}]}")
                        .warnings())
                .containsExactly(
                        "jobsScheduler: is not known here and is passed over; did you mean jobScheduler?",
                        "jobs[0].task: is not known here and is passed over; did you mean tasks?");
    }

    @TestFactory
    Stream<DynamicTest> whatCanNeverBeIsRefused() {
        return Refusals.of("scenarios", ScenarioTest::scenario);
    }
}
