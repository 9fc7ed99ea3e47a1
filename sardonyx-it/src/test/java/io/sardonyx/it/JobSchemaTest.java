package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.Targets;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.jobfile.JobSchema;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema and the page about jobs say what the reader of jobs knows; {@code -Ddocs.write} writes them anew. */
class JobSchemaTest {

    private static final String REMEDY = "write it anew: mvn -B verify -pl sardonyx-it -am -Dtest=JobSchemaTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write";

    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(JobSchema.text());

    private static void assertWritten(String page, String text) throws IOException {
        Path file = Checkout.root().resolve(page);
        if (System.getProperty("docs.write") != null) {
            Files.writeString(file, text);
        }
        assertThat(file).as(REMEDY).content().isEqualTo(text);
    }

    @Test
    void committedSchemaIsTheOneThatIsPrinted() throws IOException {
        assertWritten("docs/job.schema.json", JobSchema.text());
    }

    @Test
    void tablesOfThePageAreThoseOfTheReader() throws IOException {
        String page = Files.readString(Checkout.root().resolve("docs/job-reference.md"));
        for (Map.Entry<String, String> table : JobSchema.tables().entrySet()) {
            String heading = "## " + table.getKey() + "\n\n";
            assertThat(page).contains(heading + "|");
            int from = page.indexOf(heading) + heading.length();
            page = page.substring(0, from) + table.getValue() + page.substring(page.indexOf("\n\n", from) + 1);
        }
        assertWritten("docs/job-reference.md", page);
    }

    private static List<String> complaints(JsonNode job) {
        return SCHEMA.validate(job).stream().map(Object::toString).toList();
    }

    @Test
    void examplesAreValid() throws IOException {
        Path examples = Checkout.root().resolve("examples");
        assertThat(complaints(new ObjectMapper()
                        .readTree(examples.resolve("words.json").toFile())))
                .isEmpty();
        assertThat(complaints(
                        new YAMLMapper().readTree(examples.resolve("words.yaml").toFile())))
                .isEmpty();
    }

    private static TaskBuilder worker(TaskBuilder task, Call call) {
        return task.function(call)
                .groupBy(Call.to("a.B::key"))
                .peers(1, 3)
                .flux(Flux.RECOVER)
                .tags("gpu")
                .onError(ErrorPolicy.deadLettersTo(TaskName.of("write")).after(3, Duration.ofMillis(20)))
                .tuned(usual -> usual.batchesOf(7)
                        .pending(8, Duration.ofSeconds(9))
                        .poisonAfter(2)
                        .with(Tuning.Roots.SEGMENT)
                        .blocking(true)
                        .limitedTo(Duration.ofDays(1)));
    }

    @Test
    void jobThatSaysAllThereIsToSayIsValid() throws IOException {
        Call call = Call.to("a.B::c").with("p", Map.of("deep", List.of(1, "two", true)));
        TaskName work = TaskName.of("work");
        Targets targets = Targets.of(List.of(TaskName.of("write")));
        Condition test = new Condition.Test(call);
        Job job = Job.named("all")
                .id("everything")
                .input("read", Call.to("lines").with("path", "x"))
                .task("work", task -> worker(task, call))
                .task("write", task -> task.output(call).groupBy("a", "b").peers(2))
                .path("read", "work", "write")
                .when(FlowCondition.of(work, Targets.ALL, Condition.not(test)).shortCircuited())
                .when(FlowCondition.of(work, targets, Condition.and(test, Condition.or(test, test)))
                        .excluding("k"))
                .when(FlowCondition.of(work, targets, test).onException(call))
                .when(FlowCondition.retrying(null, test))
                .lifecycle(null, call)
                .lifecycle("work", Call.to("a.B::d"))
                .scheduler(TaskScheduler.GREEDY)
                .percentage(12.5)
                .saturation(10)
                .delivery(Delivery.QUEUED)
                .wholeOnly(true)
                .metadata(Map.of("team", "words"))
                .build();
        assertThat(complaints(new ObjectMapper().readTree(JobFile.write(job)))).isEmpty();
    }

    /** What a queued job cannot say. */
    @Test
    void jobWithClaimedPartitionsIsValid() throws IOException {
        Job job = Job.named("claimed")
                .input("read", Call.to("lines").with("path", "x"))
                .with("read", task -> task.tuned(usual -> usual.sharing(Tuning.Partitions.CLAIMED)))
                .output("write", Call.to("discard"))
                .path("read", "write")
                .build();
        assertThat(complaints(new ObjectMapper().readTree(JobFile.write(job)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{'workflow':[],'catalog':[]}",
                "{'id':7,'workflow':[],'catalog':[]}",
                "{'id':'j','taks':1,'workflow':[],'catalog':[]}",
                "{'id':'j','workflow':[['a']],'catalog':[]}",
                "{'id':'j','workflow':[],'catalog':[{'fn':'a.B::c'}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','mni':1}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','min':-1}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','max':'many'}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','fn':{'nmae':'x'}}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','input':{'path':'x'}}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','groupBy':'word'}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','flux':'recovr'}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','partitions':'claimd'}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','onError':'skpi'}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','onError':{'delay':'1s'}}]}",
                "{'id':'j','workflow':[],'catalog':[{'name':'a','turnLimit':30}]}",
                "{'id':'j','workflow':[],'catalog':[],'flowConditions':[{'from':'a','to':'b','when':{'fn':'a.B::c'}}]}",
                "{'id':'j','workflow':[],'catalog':[],'flowConditions':[{'from':'a','to':'all','when':['nand']}]}",
                "{'id':'j','workflow':[],'catalog':[],'flowConditions':[{'from':'a','to':'all'}]}",
                "{'id':'j','workflow':[],'catalog':[],'lifecycles':[{'task':'all'}]}",
                "{'id':'j','workflow':[],'catalog':[],'percentage':101}",
                "{'id':'j','workflow':[],'catalog':[],'wholeOnly':'yes'}",
                "{'id':'j','workflow':[],'catalog':[],'metadata':[]}",
            })
    void whatTheReaderRefusesIsInvalid(String text) throws IOException {
        byte[] json = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        assertThat(complaints(new ObjectMapper().readTree(json))).isNotEmpty();
        assertThat(isRefused(json)).isTrue();
    }

    private static boolean isRefused(byte[] json) {
        try {
            JobFile.read(Json.read(json));
            return false;
        } catch (BadInput | BadJob e) {
            return true;
        }
    }
}
