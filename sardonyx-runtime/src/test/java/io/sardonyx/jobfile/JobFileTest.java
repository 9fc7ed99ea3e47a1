package io.sardonyx.jobfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Fault;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.Targets;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.json.Texts;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFileTest {

    private static final String ENDS = "{'name':'r','input':'lines'},{'name':'w','output':'stdout'}";

    private static Job read(String text) {
        return JobFile.read(Texts.field(text));
    }

    @Test
    void everyJobComesBackAsTheSameValue() {
        for (long seed = 0; seed < 400; seed++) {
            Job job = new RandomJobs(seed).next();
            byte[] written = JobFile.write(job);
            Job again = JobFile.read(Json.read(written));
            assertThat(again).as("seed %s", seed).isEqualTo(job);
            assertThat(JobFile.write(again)).as("seed %s", seed).isEqualTo(written);
        }
    }

    @Test
    void fileAndJavaSayTheSame() {
        Job java = Job.named("words")
                .task(
                        "read",
                        task -> task.input(Call.to("lines").with("path", "books/*.txt"))
                                .identify(true))
                .function("split", Call.to("com.acme.Words::split"))
                .task(
                        "count",
                        task -> task.function(Call.to("com.acme.Words::count").with("n", 2))
                                .groupBy("word")
                                .ttl("seen", Duration.ofHours(1))
                                .eventTime(Call.to("com.acme.Words::at"))
                                .peers(2)
                                .flux(Flux.RECOVER)
                                .onError(ErrorPolicy.deadLettersTo(TaskName.of("out"))
                                        .after(3, Duration.ofMillis(100))))
                .output("out", Call.to("stdout"))
                .path("read", "split", "count", "out")
                .when(FlowCondition.of(
                        TaskName.of("split"),
                        Targets.of(List.of(TaskName.of("count"))),
                        Condition.not(new Condition.Test(Call.to("com.acme.Words::isShort")))))
                .build();
        Job file = read("{'id':'words','workflow':[['read','split'],['split','count'],['count','out']],'catalog':["
                + "{'name':'count','fn':{'name':'com.acme.Words::count','params':{'n':2}},'groupBy':['word'],"
                + "'min':2,'max':2,'flux':'recover','state':{'seen':{'ttl':'PT1H'}},"
                + "'eventTime':'com.acme.Words::at',"
                + "'onError':{'policy':'dead-letter','to':'out','retries':3,'delay':'PT0.1S'}},"
                + "{'name':'read','input':{'plugin':'lines','path':'books/*.txt'},'identify':true},"
                + "{'name':'out','output':'stdout'},{'name':'split','fn':'com.acme.Words::split'}],"
                + "'flowConditions':[{'from':'split','to':['count'],"
                + "'when':['not',{'fn':'com.acme.Words::isShort'}]}]}");
        assertThat(file).isEqualTo(java);
        assertThat(JobFile.hash(JobFile.write(file)))
                .isEqualTo(JobFile.hash(JobFile.write(java)))
                .hasSize(64);
    }

    @Test
    void nameAloneIsAlsoTheId() {
        Job job = read("{'name':'j','workflow':[['r','w']],'catalog':[" + ENDS + "]}");
        assertThat(job.id().text()).isEqualTo(job.name()).isEqualTo("j");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'taks':[] | taks: is not known here",
                "'flowCondition':[] | flowCondition: is not known here; did you mean flowConditions?",
                "'catalog':[{'name':'a','mni':1}] | task a, mni: is not known here; did you mean min?",
                "'catalog':[{'nam':'a'}] | catalog[0].name: a text was expected, but this is missing",
                "'catalog':[{'name':'a','peers':2,'min':1}] | task a, peers: says exactly how many",
                "'catalog':[{'name':'a','min':-1}] | task a, min: a whole number",
                "'catalog':[{'name':'a','fn':{'nmae':'x'}}] | task a, fn.nmae: is not known",
                "'catalog':[{'name':'a','fn':{'name':' '}}] | task a, fn.name: the name of a function",
                "'catalog':[{'name':'a','input':{'path':'x'}}] | task a, input.plugin: a text was expected",
                "'catalog':[{'name':'a','input':{'plugin':'x','p':null}}] | task a, input.p: null is no value",
                "'catalog':[{'name':'a','groupBy':'word'}] | task a, groupBy: a list was expected",
                "'catalog':[{'name':'a','onError':'skpi'}] | task a, onError: \"skpi\" is none of",
                "'catalog':[{'name':'a','onError':'dead-letter'}] | task a, onError: dead letters need a task",
                "'catalog':[{'name':'a','onError':{'policy':'skip','to':'b'}}] | task a, onError: only dead letters",
                "'catalog':[{'name':'a','onError':'retry'}] | task a, onError: to try again, give \"retries\"",
                "'catalog':[{'name':'a','onError':{'delay':'1s'}}] | task a, onError.delay: a length of time",
                "'catalog':[{'name':'a','batchSize':100000}] | task a, batchSize: a batch has 1 to",
                "'catalog':[{'name':'a','turnLimit':'PT0S'}] | task a, turnLimit: a time limit",
                "'flowConditions':[{'from':'a','to':'b'}] | flowConditions[0].to: a list was expected",
                "'flowConditions':[{'from':'a','to':[]}] | flowConditions[0].to: \"all\", \"none\" or a list",
                "'flowConditions':[{'from':'a','to':'all','when':['nand']}] | flowConditions[0].when[0]: and, or",
                "'flowConditions':[{'from':'a','to':'all','when':['not']}] | flowConditions[0].when: not turns one",
                "'flowConditions':[{'from':'a','to':'all','when':['or']}] | flowConditions[0].when: and/or join",
                "'lifecycles':[{'calls':'a.B::c'}] | lifecycles[0].task: a text was expected",
                "'lifecycles':[{'task':'all'}] | lifecycles[0].calls: a text was expected",
                "'percentage':101 | percentage: a percentage is between",
                "'metadata':['x'] | metadata: an object was expected",
                "'metadata':{'n':1e999} | metadata: n: a number has at most",
                "'workflow':[['a']] | workflow[0]: an edge names two tasks",
            })
    void whatCannotBeReadIsRefusedWithItsPlace(String keys, String complaint) {
        BadJob bad = catchThrowableOfType(BadJob.class, () -> read("{'id':'j'," + keys + "}"));
        assertThat(bad.faults())
                .anySatisfy(fault -> assertThat(fault.toString()).startsWith(complaint));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'s':{'tll':'PT1H'}} | task a, state.s.tll: is not known here; did you mean ttl?",
                "{'s':{}} | task a, state.s.ttl: a text was expected",
                "{'s':{'ttl':'1h'}} | task a, state.s.ttl: a length of time",
                "['s'] | task a, state: an object was expected",
            })
    void badTimesToLiveAreRefusedWithTheirPlace(String state, String complaint) {
        String job = "{'id':'j','catalog':[{'name':'a','state':" + state + "}]}";
        BadJob bad = catchThrowableOfType(BadJob.class, () -> read(job));
        assertThat(bad.faults())
                .anySatisfy(fault -> assertThat(fault.toString()).startsWith(complaint));
    }

    @Test
    void badCheckpointsAreRefusedWithTheirPlace() {
        assertThat(catchThrowableOfType(BadJob.class, () -> read("{'id':'j','checkpoint':{'keep':0}}")))
                .hasMessageContaining("checkpoint.keep: a whole number");
        assertThat(catchThrowableOfType(BadJob.class, () -> read("{'id':'j','checkpoint':{'evry':'PT1S'}}")))
                .hasMessageContaining("checkpoint.evry: is not known here; did you mean every?");
    }

    @Test
    void checkpointsAreReadWithTheirDefaultsAndWrittenWithoutThem() {
        String rest = ",'workflow':[['r','w']],'catalog':[" + ENDS + "]}";
        Job usual = read("{'id':'j','checkpoint':{}" + rest);
        assertThat(usual.checkpoint()).isEqualTo(Job.Checkpointing.DEFAULT);
        Job seldom = read("{'id':'j','checkpoint':{'every':'PT1H'}" + rest);
        assertThat(seldom.checkpoint()).isEqualTo(new Job.Checkpointing(Duration.ofHours(1)));
        Job all = read("{'id':'j','checkpoint':{'every':'PT1S','keep':9,'timeout':'PT20S'}" + rest);
        assertThat(all.checkpoint()).isEqualTo(new Job.Checkpointing(Duration.ofSeconds(1), 9, Duration.ofSeconds(20)));
        for (Job job : List.of(usual, seldom, all)) {
            assertThat(JobFile.read(Json.read(JobFile.write(job)))).isEqualTo(job);
        }
    }

    @Test
    void whichStateIsTakenOverIsReadAndWritten() {
        String rest = ",'checkpoint':{},'workflow':[['r','w']],'catalog':[" + ENDS + "]}";
        Job plain = read("{'id':'j','resume':{}" + rest);
        assertThat(plain.resume()).isEqualTo(Job.Resuming.NONE);
        assertThat(new String(JobFile.write(plain), StandardCharsets.UTF_8)).doesNotContain("resume");
        Job all = read("{'id':'j','resume':{'tasks':{'w':'old'},'fresh':['w/sum'],'dropped':['old/x','y']}" + rest);
        assertThat(all.resume())
                .isEqualTo(Job.Resuming.NONE.task("w", "old").fresh("w/sum").dropped("old/x", "y"));
        assertThat(JobFile.read(Json.read(JobFile.write(all)))).isEqualTo(all);
        assertThat(catchThrowableOfType(BadJob.class, () -> read("{'id':'j','resume':{'drop':['x']}}")))
                .hasMessageContaining("resume.drop: is not known here; did you mean dropped?");
        assertThat(catchThrowableOfType(BadJob.class, () -> read("{'id':'j','resume':{'tasks':{'w':3}}}")))
                .hasMessageContaining("resume.tasks.w: a text was expected");
    }

    @Test
    void keywordThatIsMisspeltIsToldWithTheOneThatWasMeant() {
        BadJob bad = catchThrowableOfType(
                BadJob.class, () -> read("{'id':'j','catalog':[{'name':'a','partitions':'claimd'}]}"));
        assertThat(bad).hasMessageContaining("partitions: \"claimd\" is none of dealt, claimed; did you mean claimed?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'PT-1S' | a time limit is at least 100 milliseconds",
                "'PT0S' | a time limit is at least 100 milliseconds",
                "'for ever' | a length of time such as \"PT0.5S\" was expected",
                "7 | a text was expected",
            })
    void patienceThatIsNoneIsRefused(String patience, String complaint) {
        whatCannotBeReadIsRefusedWithItsPlace(
                "'catalog':[{'name':'a','patience':" + patience + "}]", "task a, patience: " + complaint);
    }

    @Test
    void everythingThatCannotBeReadIsSaidAtOnce() {
        assertThatThrownBy(() -> read("{'id':'j','taks':1,'delivery':'driect',"
                        + "'catalog':[{'name':'a','min':'x','flux':'y'},{'name':'b','fn':7}]}"))
                .isInstanceOfSatisfying(
                        BadJob.class,
                        bad -> assertThat(bad.faults())
                                .extracting(fault -> fault.place())
                                .containsExactlyInAnyOrder(
                                        "taks", "delivery", "task a, min", "task a, flux", "task b, fn"));
    }

    /** Task b has no function only because its key is wrong, and x is unknown however that is meant. */
    @Test
    void whatIsWrongWithTheWholeIsSaidOfThePartsThatCouldBeRead() {
        assertThatThrownBy(() -> read("{'id':'j','workflow':[['a','b'],['b','x']],'catalog':["
                        + "{'name':'a','input':'null'},{'name':'b','fnn':'p.C::m'},{'name':'c'}]}"))
                .isInstanceOfSatisfying(
                        BadJob.class,
                        bad -> assertThat(bad.faults())
                                .extracting(Fault::place)
                                .contains("task b, fnn", "workflow", "task c")
                                .doesNotContain("task b"));
    }

    /** Nobody knows which tasks there are. */
    @Test
    void nothingIsSaidOfTheWholeWhenTheGraphCannotBeRead() {
        assertThatThrownBy(() -> read("{'id':'j','workflow':[['a']],'catalog':[{'name':'a','input':'null'}]}"))
                .isInstanceOfSatisfying(
                        BadJob.class,
                        bad -> assertThat(bad.faults())
                                .singleElement()
                                .extracting(fault -> fault.part().key())
                                .isEqualTo("workflow"));
    }

    @Test
    void jobThatCannotRunIsRefusedWithAllItsFaults() {
        assertThatThrownBy(() -> read("{'id':'j','workflow':[['r','w'],['w','x']],'saturation':1,'catalog':[" + ENDS
                        + ",{'name':'w','output':'null'}]}"))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("task w: is described twice")
                .hasMessageContaining("task w, output: is between other tasks")
                .hasMessageContaining("workflow: there is no task x")
                .hasMessageContaining("saturation: its tasks need 2 peers");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{'catalog':[]} | id: a text was expected", "['j'] | an object was expected"})
    void jobWithoutAnIdIsNone(String text, String complaint) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(BadInput.class).hasMessageContaining(complaint);
    }
}
