package io.sardonyx.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.json.Refusals;
import io.sardonyx.json.Texts;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ReplicaViewTest {

    private static Replica replica(String json) {
        return Texts.view(json).replica();
    }

    private static Run run(String json) {
        return Objects.requireNonNull(replica(json).jobs().live().get(JobId.of("j")));
    }

    @Test
    void nothingIsTheEmptyReplica() {
        assertThat(Texts.view("{}")).isEqualTo(ReplicaView.EMPTY);
        assertThat(Texts.text(ReplicaView.EMPTY))
                .isEqualTo("{\"format\":1,\"job-scheduler\":\"balanced\",\"allocation\":\"planned\","
                        + "\"groups\":[],\"peers\":[],\"jobs\":[]}");
    }

    @Test
    void aReplicaThatSaysEverythingComesBack() {
        String json = Texts.resource("/views/everything.json").strip();
        ReplicaView view = Texts.view(json);
        assertThat(Texts.text(view)).isEqualTo(json);
        assertThat(ReplicaView.read(Texts.bytes(Texts.text(view)))).isEqualTo(view);
    }

    @Test
    void aPeerThatIsOnlyMentionedIsAPeerAloneInAGroupOfItsName() {
        Replica replica = replica("{'allocations':{'j':{'t':['a']}},'peer-state':{'b':'idle'},'peer-sites':{'c':'h'},"
                + "'peer-tags':{'d':['x']}}");
        assertThat(replica.peers().present().keys()).extracting(PeerId::text).containsExactly("a", "b", "c", "d");
        assertThat(replica.ring().members().keys()).extracting(GroupId::text).containsExactly("a", "b", "c", "d");
    }

    @Test
    void aGroupThatHasPeersIsAMember() {
        Replica replica = replica("{'groups':['h'],'peers':['p'],'groups-index':{'g':['p']}}");
        assertThat(replica.ring().members().keys()).extracting(GroupId::text).containsExactly("h", "g");
    }

    @Test
    void indexedPeersOfAGroupThatIsStillJoiningAreOrphans() {
        Replica replica = replica("{'groups':['a'],'prepared':{'a':'d'},'groups-index':{'d':['p'],'a':['q']}}");
        assertThat(replica.peers().orphans().keys()).containsExactly(PeerId.of("p"));
        assertThat(replica.peers().present().keys()).containsExactly(PeerId.of("q"));
    }

    @Test
    void aFinishedJobIsFinishedEvenIfItIsListed() {
        Replica replica = replica("{'jobs':['a','b','c','d'],'killed-jobs':['a'],'completed-jobs':['b'],"
                + "'tasks':{'c':['t','u']},'completions':{'c':['u','t']}}");
        assertThat(replica.jobs().live().keys()).containsExactly(JobId.of("d"));
        assertThat(replica.jobs().killed().keys()).containsExactly(JobId.of("a"));
        assertThat(replica.jobs().completed().keys()).containsExactly(JobId.of("b"), JobId.of("c"));
    }

    @Test
    void aJobWithoutTasksHasThoseOfItsAllocations() {
        Run run = run("{'jobs':['j'],'allocations':{'j':{'u':['a'],'t':[]}},'output-tasks':{'j':['v']}}");
        assertThat(run.job().tasks()).extracting(task -> task.name().text()).containsExactly("u", "t", "v");
    }

    @Test
    void whatIsNotSaidHasDefaults() {
        Run run = run("{'tasks':{'j':['t']}}");
        assertThat(run.job().saturation()).isEqualTo(Bounds.UNBOUNDED);
        assertThat(run.job().tasks().get(0).bounds()).isEqualTo(Bounds.DEFAULT);
        assertThat(run.job().tasks().get(0).flux()).isEqualTo(Flux.CONTINUE);
        assertThat(run.job().delivery()).isEqualTo(Delivery.DIRECT);
        assertThat(run.version()).isEqualTo(Run.NEVER_PLACED);
        assertThat(run("{'tasks':{'j':['t']},'allocation':'volunteered'}").job().delivery())
                .isEqualTo(Delivery.QUEUED);
    }

    @Test
    void whoHasWorkAndNoStateIsIdleWherePlannedAndActiveWhereVolunteered() {
        String rest = "'allocations':{'j':{'t':['p']}}}";
        assertThat(replica("{" + rest).peers().present().values().get(0).active())
                .isFalse();
        assertThat(replica("{'allocation':'volunteered'," + rest)
                        .peers()
                        .present()
                        .values()
                        .get(0)
                        .active())
                .isTrue();
    }

    @Test
    void slotsThatAreNotSaidAreTheLowestFree() {
        assertThat(run("{'allocations':{'j':{'t':['a','b']}}}").stage(0).places())
                .extracting(Place::slot)
                .containsExactly(0, 1);
        assertThat(run("{'allocations':{'j':{'t':['a','b','c']}},'task-slot-ids':{'j':{'t':{'b':0,'gone':1}}}}")
                        .stage(0)
                        .places())
                .extracting(Place::slot)
                .containsExactly(1, 0, 2);
    }

    @Test
    void aSealedTaskMayStandUnderItsJobOrAlone() {
        Stage alone = run("{'tasks':{'j':['t']},'allocations':{'j':{'t':['a']}},'sealing-task':{'t':'a'}}")
                .stage(0);
        Stage under = run("{'tasks':{'j':['t']},'allocations':{'j':{'t':['a']}},'sealing-task':{'j':{'t':'a'}}}")
                .stage(0);
        assertThat(alone).isEqualTo(under);
        assertThat(alone.progress()).isEqualTo(Progress.SEALING);
        assertThat(run("{'tasks':{'j':['t']},'sealing-task':{'t':true}}")
                        .stage(0)
                        .sealer())
                .isNull();
    }

    @Test
    void versionIsAnotherNameOfPosition() {
        assertThat(Texts.view("{'version':4}").position()).isEqualTo(4);
        assertThat(Texts.view("{'version':4,'position':4}").position()).isEqualTo(4);
    }

    @Test
    void whatFollowsFromTheRestIsIgnored() {
        assertThat(Texts.view("{'groups-reverse-index':{'p':'g'},'coordinators':{'j':'p'}}"))
                .isEqualTo(ReplicaView.EMPTY);
    }

    @TestFactory
    Stream<DynamicTest> whatContradictsItselfIsRefusedByName() {
        return Refusals.of("replicas", Texts::view);
    }
}
