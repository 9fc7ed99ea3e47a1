package io.sardonyx.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Refusals;
import io.sardonyx.json.Texts;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandCodecTest {

    private static Command read(String json) {
        return CommandCodec.read(Texts.field(json));
    }

    @Test
    void everyCommandHasAName() {
        Class<?>[] commands = Command.class.getPermittedSubclasses();
        assertThat(CommandCodec.names()).hasSize(commands.length);
        assertThat(CommandCodec.names()).contains("prepare-join-cluster", "gc", "assign-bookkeeper-log-id");
        assertThat(Arrays.stream(commands).map(Class::getSimpleName).map(String::toLowerCase))
                .allMatch(name -> CommandCodec.names().stream()
                        .anyMatch(fn -> fn.replace("-", "").equals(name)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'fn':'prepare-join-cluster','args':{'joiner':'d'}}",
                "{'fn':'notify-join-cluster','args':{'observer':'d'}}",
                "{'fn':'accept-join-cluster','args':{'observer':'d','subject':'b','accepted-observer':'a',"
                        + "'accepted-joiner':'d'}}",
                "{'fn':'abort-join-cluster','args':{'id':'d'}}",
                "{'fn':'group-leave-cluster','args':{'id':'d'}}",
                "{'fn':'add-virtual-peer','args':{'id':'p','group-id':'g','peer-site':'host:1','tags':['x','y']}}",
                "{'fn':'leave-cluster','args':{'id':'p'}}",
                "{'fn':'peer-gc','args':{'id':'doctor'}}",
                "{'fn':'submit-job','args':{'id':'j','tasks':['a','b'],'task-scheduler':'percentage','saturation':9,"
                        + "'percentage':12.5,'task-percentages':{'a':60},'task-saturation':{'b':4},"
                        + "'min-required-peers':{'a':2},'flux-policies':{'b':'kill'},'required-tags':{'a':['x']},"
                        + "'inputs':['a'],'outputs':['b'],'delivery':'queued','whole-only':true,'job-hash':'ab'}}",
                "{'fn':'kill-job','args':{'job':'j','reason':'why','task':'t'}}",
                "{'fn':'complete-job','args':{'job-id':'j'}}",
                "{'fn':'volunteer-for-task','args':{'id':'p'}}",
                "{'fn':'seal-task','args':{'id':'p','job':'j','task':'t'}}",
                "{'fn':'complete-task','args':{'id':'p','job':'j','task':'t'}}",
                "{'fn':'exhaust-input','args':{'job':'j','task':'t'}}",
                "{'fn':'seal-output','args':{'job':'j','task':'t'}}",
                "{'fn':'signal-ready','args':{'id':'p'}}",
                "{'fn':'gc','args':{'id':'client'}}",
                "{'fn':'assign-bookkeeper-log-id','args':{'job-id':'j','task-id':'t','slot-id':0,'ledger-id':17}}",
                "{'fn':'set-state-storage','args':{'uri':'s3://bucket/state'}}",
                "{'fn':'found-cluster','args':{'cluster':'c','allocation':'volunteered','job-scheduler':'greedy',"
                        + "'limits':{'remembered':5}}}"
            })
    void whatIsReadIsWrittenAgain(String json) {
        Command command = read(json);
        assertThat(Texts.text(command)).isEqualTo(json.replace('\'', '"'));
        assertThat(read(Texts.text(command))).isEqualTo(command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'fn':'submit-job','args':{'id':'j','tasks':['a'],'task-scheduler':'balanced','saturation':'infinity',"
                        + "'delivery':'direct','keep':3,'resumes':{'job':'i','number':7}}}",
                "{'fn':'complete-checkpoint','args':{'job':'j','fence':4,'number':2,'manifest':'ab','last':true}}",
                "{'fn':'rewind-job','args':{'job':'j','fence':4,'reason':'a link broke'}}",
                "{'fn':'keep-checkpoint','args':{'job':'j','number':2,'name':'before-1.2'}}",
                "{'fn':'drop-checkpoint','args':{'job':'j','name':'before-1.2'}}",
                "{'fn':'stop-job','args':{'job':'j'}}"
            })
    void whatIsReadOfCheckpointsIsWrittenAgain(String json) {
        whatIsReadIsWrittenAgain(json);
    }

    @Test
    void jobWithCheckpointsIsOfFormatThreeAndABadNameIsRefused() {
        assertThat(CommandCodec.sinceFormat(read("{'fn':'submit-job','args':{'id':'j','keep':3}}")))
                .isEqualTo(3);
        assertThat(CommandCodec.sinceFormat(read("{'fn':'submit-job','args':{'id':'j'}}")))
                .isEqualTo(1);
        assertThatThrownBy(() -> read("{'fn':'keep-checkpoint','args':{'job':'j','number':2,'name':'2'}}"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("name");
    }

    @Test
    void aJobOfWhichOnlyTheIdIsSaidHasDefaults() {
        Outline job = ((SubmitJob) read("{'fn':'submit-job','args':{'id':'j'}}")).job();
        assertThat(job.tasks()).isEmpty();
        assertThat(job.scheduler()).isEqualTo(TaskScheduler.BALANCED);
        assertThat(job.saturation()).isEqualTo(Bounds.UNBOUNDED);
        assertThat(job.delivery()).isEqualTo(Delivery.AUTOMATIC);
        assertThat(job.wholeOnly()).isFalse();
    }

    @Test
    void aJobWithoutTasksHasThoseThatItsPropertiesName() {
        Outline job = ((SubmitJob)
                        read("{'fn':'submit-job','args':{'id':'j','input-tasks':['in'],'output-tasks':['out']}}"))
                .job();
        assertThat(job.inputs()).containsExactly(TaskName.of("in"));
        assertThat(job.outputs()).containsExactly(TaskName.of("out"));
    }

    @Test
    void roundRobinIsAnotherNameOfBalanced() {
        Outline job = ((SubmitJob) read("{'fn':'submit-job','args':{'id':'j','task-scheduler':'round-robin'}}")).job();
        assertThat(job.scheduler()).isEqualTo(TaskScheduler.BALANCED);
    }

    @Test
    void synonymsOfOldHistoriesAreUnderstood() {
        assertThat(read("{'fn':'kill-job','args':{'job-id':'j'}}")).isEqualTo(new KillJob(JobId.of("j"), Cause.UNSAID));
        assertThat(read("{'fn':'complete-job','args':{'job':'j'}}")).isEqualTo(new CompleteJob(JobId.of("j")));
        assertThat(read("{'fn':'accept-join-cluster','args':{'observer':'d','accepted-observer':'a'}}"))
                .isEqualTo(new AcceptJoinCluster(GroupId.of("d"), GroupId.of("a"), GroupId.of("a")));
    }

    @Test
    void aSiteMayBeAnAddressAndAPort() {
        var peer = (AddVirtualPeer) read("{'fn':'add-virtual-peer','args':{'id':'p','group-id':'g',"
                + "'peer-site':{'address':'localhost','port':40200}}}");
        assertThat(peer.site()).isEqualTo(new Site("localhost:40200"));
    }

    @ParameterizedTest
    @CsvSource({"17,17", "'\"17\"',17", "'\"x-17\"','\"x-17\"'", "'\"017\"','\"017\"'", "0,0"})
    void aLedgerIsANumberWhenItLooksLikeOne(String given, String printed) {
        String args = "{'job-id':'j','task-id':'t','slot-id':0,'ledger-id':" + given + "}";
        Command command = read("{'fn':'assign-bookkeeper-log-id','args':" + args + "}");
        assertThat(Texts.text(command)).contains("\"ledger-id\":" + printed + "}");
    }

    @Test
    void completedJobSaysWhatWasSkippedIfAnything() {
        String json = "{\"fn\":\"complete-job\",\"args\":{\"job-id\":\"j\",\"skipped\":{\"t\":3,\"u\":1}}}";
        var skipped =
                SortedTable.<TaskName, Long>empty().with(TaskName.of("t"), 3L).with(TaskName.of("u"), 1L);
        assertThat(read(json)).isEqualTo(new CompleteJob(JobId.of("j"), skipped));
        assertThat(Texts.text(read(json))).isEqualTo(json);
        assertThat(CommandCodec.sinceFormat(read(json))).isEqualTo(2);
        var plain = new CompleteJob(JobId.of("j"));
        assertThat(Texts.text(plain)).isEqualTo("{\"fn\":\"complete-job\",\"args\":{\"job-id\":\"j\"}}");
        assertThat(CommandCodec.sinceFormat(plain)).isEqualTo(1);
    }

    @Test
    void argumentsThatNobodyKnowsArePassedOver() {
        assertThat(read("{'fn':'leave-cluster','args':{'id':'p','group-id':'g','colour':'red'}}"))
                .isEqualTo(read("{'fn':'leave-cluster','args':{'id':'p'}}"));
    }

    @TestFactory
    Stream<DynamicTest> whatIsWrongIsRefusedByName() {
        return Refusals.of("commands", CommandCodecTest::read);
    }

    @Test
    void halfACharacterIsRefused() {
        assertThatThrownBy(() -> read("{'fn':'gc','args':{'id':'\\ud800'}}"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("half a character");
    }
}
