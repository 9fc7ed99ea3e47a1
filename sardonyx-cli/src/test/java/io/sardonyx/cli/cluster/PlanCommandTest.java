package io.sardonyx.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PlanCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theExampleIsATableForEachJob() {
        Result result = Cli.run("plan", Cli.example("three-jobs.json"));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.lines().get(0)).startsWith("12 peers, balanced, planned: 2 of 3 jobs run, 0 idle, ");
        assertThat(result.lines())
                .contains(
                        "images  6 peers: all covered jobs grow alike (granted 6, level 6)",
                        "  classify     2  p12 p11",
                        "report  waits: too few peers are left for it (need 20, left 6)");
    }

    @Test
    void theExampleSaysTheSameInJson() throws IOException {
        Result result = Cli.run("plan", "--json", Cli.example("three-jobs.json"));
        JsonNode plan = JSON.readTree(result.out());
        assertThat(result.lines()).hasSize(1);
        assertThat(plan.properties())
                .extracting(entry -> entry.getKey())
                .containsExactly("allocations", "counts", "totals", "slots", "moves", "why");
        assertThat(plan.get("totals")).hasToString("{\"clicks\":6,\"images\":6,\"report\":0}");
        assertThat(plan.get("counts").get("images").get("classify").intValue()).isEqualTo(2);
        assertThat(plan.get("slots").get("clicks").get("read").get("p1").intValue())
                .isZero();
        assertThat(plan.get("why").get(2))
                .hasToString(
                        "{\"job\":\"report\",\"rule\":\"below-need\",\"sentence\":\"too few peers are left for it\","
                                + "\"need\":20,\"left\":6}");
    }

    @Test
    void idlePeersAreGroupedByTheirReason() {
        Result result = Cli.runWith("{\"peers\":3,\"jobs\":[{\"id\":\"j\",\"saturation\":1}]}", "plan", "-");
        assertThat(result.lines()).contains("idle").last().asString().startsWith("  p2 p3: running jobs are full");
    }

    @Test
    void noJobsLeaveEverybodyIdle() {
        Result result = Cli.runWith("{\"peers\":2}", "plan", "-");
        assertThat(result.lines()).contains("  p1 p2: there is no live job (jobs 0)");
    }

    @Test
    void percentagesAreShownAsSuch() {
        String scenario = "{\"jobScheduler\":\"percentage\",\"peers\":10,\"jobs\":[{\"id\":\"a\",\"percentage\":70},"
                + "{\"id\":\"b\",\"percentage\":37.5}]}";
        assertThat(Cli.runWith(scenario, "plan", "-").out()).contains("percentage 37.5 %, taken 70 %");
    }

    @Test
    void volunteersMoveWhenJobsArrive() throws IOException {
        String scenario = "{\"allocation\":\"volunteered\",\"peers\":100,\"jobs\":[\"A\",\"B\"]}";
        JsonNode plan =
                JSON.readTree(Cli.runWith(scenario, "plan", "--json", "-").out());
        assertThat(plan.get("totals")).hasToString("{\"A\":50,\"B\":50}");
        assertThat(plan.get("moves").intValue()).isEqualTo(50);
    }

    @Test
    void misspeltKeysAreWarnedOf() {
        Result result = Cli.runWith("{\"peers\":2,\"jobz\":[]}", "plan", "--json", "-");
        assertThat(result.code()).isZero();
        assertThat(result.err())
                .isEqualTo("sardonyx: warning: jobz: is not known here and is passed over; did you mean jobs?\n");
    }
}
