package io.sardonyx.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.ClusterHealth;
import io.sardonyx.client.admin.ClusterSnapshot;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.JobStore;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Job;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.plugin.Extent;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Asks each question of an operator without the command line. */
class AnswersTest {

    private static final JobId WORDS = JobId.of("words");
    private static final TaskName READ = TaskName.of("read");
    private static final long SECOND_NANOS = 1_000_000_000;

    /** Three peers, two of which run the job words; for late there are too few; held is held. */
    private static final ReplicaView VIEW = ReplicaView.read("""
            {"position": 7, "peers": ["p0", "p1", "p2"], "jobs": ["words", "late", "held"],
             "tasks": {"words": ["read", "write"], "late": ["a", "b", "c", "d"], "held": ["e"]},
             "input-tasks": {"words": ["read"]}, "output-tasks": {"words": ["write"]},
             "allocations": {"words": {"read": ["p0"], "write": ["p1"]}},
             "deaths": {"held": 5}, "held-jobs": ["held"], "unfit": {"late": {"p0": "no such class"}}}
            """.getBytes(StandardCharsets.UTF_8));

    private static final Replica REPLICA = VIEW.replica();

    private static TaskReport reading(long taken, long perSecond) {
        return new TaskReport(
                READ,
                1,
                taken,
                taken,
                0,
                0,
                4,
                0,
                perSecond,
                perSecond,
                Extent.NONE,
                false,
                false,
                null,
                false,
                QueueFigures.NONE,
                CheckpointFigures.NONE,
                List.of());
    }

    private static Explanation why(String word) {
        return new Explainer(REPLICA).explain(Subject.named(word, REPLICA));
    }

    private static String json(Consumer<JsonOut> answer) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        answer.accept(out);
        out.end().flush();
        return text.toString();
    }

    @Test
    void explainsJobsTasksPeersAndGroups() {
        assertThat(why("words").state()).isEqualTo("runs with 2 peers");
        assertThat(why("words").because()).contains("it holds 1 on read, 1 on write");
        assertThat(why("late").state()).isEqualTo("waits");
        assertThat(why("late").because())
                .contains("group p0 is unfit for it: no such class", "3 peers in the cluster, 1 idle")
                .anyMatch(line -> line.startsWith("needs 4 = 1 + 1 + 1 + 1 (a, b, c, d), offered "));
        assertThat(why("late").finding()).isNotNull();
        assertThat(why("held").state()).isEqualTo("is held");
        assertThat(why("words/read").because()).contains("slot 0: peer p0");
        assertThat(why("words/read").subject().job()).isEqualTo(WORDS);
        var peer = new Subject(Subject.Kind.PEER, "p2");
        assertThat(new Explainer(REPLICA).explain(peer).state()).isEqualTo("is idle");
        var group = new Subject(Subject.Kind.GROUP, "p2");
        assertThat(new Explainer(REPLICA).explain(group).state()).isEqualTo("is a member");
    }

    @Test
    void explanationKnowsWhatChangesIt() {
        ReplicaView moved = ReplicaView.read("""
                {"peers": ["p0", "p1", "p2"], "jobs": ["words"], "tasks": {"words": ["read", "write"]},
                 "input-tasks": {"words": ["read"]}, "allocations": {"words": {"read": ["p2"], "write": ["p1"]}}}
                """.getBytes(StandardCharsets.UTF_8));
        var change = new Change<>(REPLICA, moved.replica());

        assertThat(why("words/read").isChangedBy(change)).isTrue();
        assertThat(why("words/write").isChangedBy(change)).isFalse();
        assertThat(why("held").isChangedBy(change)).as("the job is gone").isTrue();
    }

    @Test
    void subjectIsFoundByTheBeginningOfItsName() {
        assertThat(Subject.named("words", REPLICA)).isEqualTo(new Subject(Subject.Kind.JOB, "words"));
        assertThat(Subject.named("words/w", REPLICA)).isEqualTo(new Subject(Subject.Kind.TASK, "words/write"));
        assertThatThrownBy(() -> Subject.named("wor", REPLICA))
                .isInstanceOf(BadInput.class)
                .hasMessage("wor may be any of words, words/read, words/write; say more of it");
        assertThat(Subject.named("write", REPLICA).name()).isEqualTo("words/write");
        assertThat(Subject.jobNamed(JobId.of("la"), REPLICA.jobs()).state()).isEqualTo(JobStatus.State.WAITING);
        assertThatThrownBy(() -> Subject.named("wrods", REPLICA))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("there is no job, task, peer or group wrods")
                .hasMessageContaining("words");
        assertThatThrownBy(() -> Subject.jobNamed(JobId.of("lost"), REPLICA.jobs()))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("there is no job lost");
    }

    @Test
    void differencesAreOnePhraseEach() {
        assertThat(ReplicaDifferences.between(REPLICA, REPLICA)).isEmpty();
        assertThat(ReplicaDifferences.between(ReplicaView.EMPTY.replica(), REPLICA))
                .contains("words is submitted", "new peers p0 p1 p2", "words: +p0 on read, +p1 on write");
    }

    @Test
    void overviewHasSilentGroupsAndBusyJobsFirst() {
        var snapshot = new ClusterSnapshot(
                VIEW, Set.of(GroupId.of("p2")), Map.of(WORDS, List.of(new JobReport(0, List.of(reading(9, 3))))));
        ClusterOverview overview = ClusterOverview.of(snapshot, 0);

        assertThat(overview.groups().get(0).group()).isEqualTo(GroupId.of("p2"));
        assertThat(overview.groups().get(0).silent()).isTrue();
        assertThat(overview.jobs().get(0).in()).isEqualTo(3);
        assertThat(overview.jobs().get(0).open()).isEqualTo(4);
        assertThat(json(overview::write)).contains("\"job\":\"words\"", "\"pulse\":false");
    }

    @Test
    void figuresSayWhatATaskWaitsForUnlessTheyAreOld() {
        TaskReport stuck = reading(0, 0).waitingFor(new Waiting("the disk is full", 1_000, 4_000));
        var reports = List.of(new JobReport(2_500, List.of(stuck)));

        JobFigures figures = JobFigures.of(List.of(), reports, 3_000);
        assertThat(figures.waits())
                .containsExactly("task read waits for 2.0 s: the disk is full; it tries again in 1.0 s");
        assertThat(figures.task(READ)).contains(stuck);
        assertThat(figures.ageMillis()).isEqualTo(500);
        assertThat(JobFigures.of(List.of(), reports, 60_000).waits()).isEmpty();
    }

    @Test
    void ratesAreThoseBetweenTwoSamples() {
        TaskRates rates = TaskRates.of(words(), 0)
                .next(List.of(reading(10, 0)), SECOND_NANOS)
                .next(List.of(reading(40, 0)), 2 * SECOND_NANOS);

        assertThat(rates.tasks()).extracting(TaskReport::task).containsExactly(READ, TaskName.of("write"));
        assertThat(rates.tasks().get(0).takenPerSecond()).isEqualTo(30);
        TaskRates soon = rates.next(List.of(reading(41, 0)), 2 * SECOND_NANOS + 1);
        assertThat(soon.tasks().get(0).takenPerSecond())
                .as("over a second and a nanosecond, since the nanosecond alone would be noise")
                .isEqualTo(31);
    }

    private static Job words() {
        return Job.named("more words")
                .id("more")
                .input("read", Inputs.items("a"))
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
    }

    @Test
    void diagnosisNamesWhatIsStalledAndHindered() {
        var health = new ClusterHealth(VIEW, List.of(), List.of(), List.of(), 3);
        TaskReport stuck = reading(0, 0).waitingFor(new Waiting("the disk is full", 0, 0));
        var none = new BrokerFindings(List.of(), List.of(), List.of());
        var diagnosis =
                Diagnosis.of(health, List.of(), Map.of(WORDS, List.of(new JobReport(0, List.of(stuck)))), none, 1_000);

        assertThat(diagnosis.isWell()).isFalse();
        assertThat(diagnosis.stalled()).containsOnlyKeys(WORDS);
        assertThat(diagnosis.hindrances()).containsOnlyKeys(JobId.of("late"), JobId.of("held"));
        assertThat(diagnosis.hindrances().get(JobId.of("held")).get(0)).startsWith("it is held: 5 process");
        assertThat(json(diagnosis::write)).contains("\"tail\":4", "\"stalled\":{\"words\":[");
    }

    @Test
    void planIsWhatASubmissionWouldChange() {
        SubmissionPlan plan = SubmissionPlan.of(VIEW, JobStore.outline(words()), null);

        assertThat(plan.changes()).contains("more is submitted");
        assertThat(plan.position()).isEqualTo(7);
        assertThat(plan.after().jobs().knows(JobId.of("more"))).isTrue();
        assertThat(plan.outcome().why()).isNotEmpty();
        assertThat(REPLICA.jobs().knows(JobId.of("more"))).isFalse();
        assertThat(REPLICA.peers().present().has(PeerId.of("p0"))).isTrue();
        Job known = Job.named("words")
                .input("read", Inputs.items("a"))
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
        assertThatThrownBy(() -> SubmissionPlan.of(VIEW, JobStore.outline(known), null))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("the cluster has a job words already");
    }

    @Test
    void outcomeIsASentence() {
        assertThat(OutcomeText.sentence(new Outcome.Completed(WORDS, 9, Map.of(READ, 2L))))
                .isEqualTo("completed at entry 9, without 2 segments that error policies left out: 2 by read");
        assertThat(OutcomeText.sentence(new Outcome.Killed(WORDS, 9, "me", "typo")))
                .isEqualTo("killed at entry 9 by me: typo");
        var status = JobStatus.of(new Outcome.Failed(WORDS, 9, READ, "no"));
        assertThat(json(out -> OutcomeText.write(status, out)))
                .contains("\"state\":\"failed\"", "\"task\":\"read\"", "\"reason\":\"no\"");
    }
}
