package io.sardonyx.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.engine.JobCheck;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Targets;
import io.sardonyx.secret.resolve.ResolvedJob;
import io.sardonyx.task.DeadLetter;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    private static final Map<String, String> VARIABLES =
            Map.of("DB_USER", "scott", "DB_PASSWORD", "tiger-scott", "PIN", "123", "HOME_", "x${env:PIN}");

    @TempDir
    private Path directory;

    private static Secrets all() {
        return new Secrets(VARIABLES, null);
    }

    private static Secrets only(String... patterns) {
        return new Secrets(VARIABLES, new SecretPolicy(List.of(patterns)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain | plain",
                "${env:DB_USER} | scott",
                "jdbc:${env:DB_USER}:${env:DB_PASSWORD}@db | jdbc:scott:tiger-scott@db",
                "$${env:DB_USER} | ${env:DB_USER}",
                "a $${ b ${env:PIN} | a ${ b 123",
                "$ {x} 5$ $$ | $ {x} 5$ $$",
                "${env:HOME_} | x${env:PIN}",
            })
    void referencesStandForWhatTheProcessHas(String text, String resolved) {
        assertThat(all().resolved(text)).isEqualTo(resolved);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${", "${}", "${env:}", "${ENV:X}", "${env:X", "a ${name} b"})
    void whatOnlyLooksLikeAReferenceIsAFaultOfTheJob(String text) {
        assertThatThrownBy(() -> Job.named("j")
                        .input("r", Call.to("lines").with("p", List.of(Map.of("deep", text))))
                        .output("w", Call.to("stdout"))
                        .path("r", "w")
                        .build())
                .hasMessageContaining("task r, input: ")
                .hasMessageContaining("is no reference; write ${env:NAME} or ${file:PATH}, or $${ for ${");
    }

    @Test
    void ofASecretThatIsChangedOftenTheLatestValuesAreTakenOut() throws IOException {
        Path file = directory.resolve("token");
        Secrets secrets = all();
        secrets.resolved("${env:DB_PASSWORD}");
        for (int i = 1_000; i < 1_300; i++) {
            Files.writeString(file, "secret-" + i);
            secrets.resolved("${file:" + file + "}");
        }
        assertThat(secrets.redacted("secret-1299 secret-1200 tiger-scott"))
                .doesNotContain("secret-1")
                .doesNotContain("tiger");
        assertThat(secrets.redacted("secret-1000")).as("forgotten").isEqualTo("secret-1000");
    }

    @Test
    void contentOfAFileIsTakenWithoutTheEndOfItsLastLine() throws IOException {
        Path file = directory.resolve("token");
        for (String content : List.of("s3cret", "s3cret\n", "s3cret\r\n")) {
            Files.writeString(file, content);
            assertThat(all().resolved("${file:" + file + "}")).isEqualTo("s3cret");
        }
        Files.writeString(file, "two\nlines\n\n");
        assertThat(all().resolved("${file:" + file + "}")).isEqualTo("two\nlines\n");
    }

    @Test
    void whatIsNotThereOrNoSecretIsNamedWithItsReference() throws IOException {
        assertThatThrownBy(() -> all().resolved("${env:NONE}"))
                .hasMessageContaining(
                        "${env:NONE}: there is no variable NONE in this process; set it before the start");
        assertThatThrownBy(() -> all().resolved("${file:" + directory + "/none}"))
                .hasMessageContaining("/none}: there is no such file");
        assertThatThrownBy(() -> all().resolved("${file:" + directory + "}")).hasMessageContaining("no such file");
        Path long64 = Files.write(directory.resolve("long"), new byte[(64 << 10) + 1]);
        assertThatThrownBy(() -> all().resolved("${file:" + long64 + "}")).hasMessageContaining("longer than 64 KiB");
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xFF});
        assertThatThrownBy(() -> all().resolved("${file:" + binary + "}")).hasMessageContaining("not UTF-8");
    }

    @Test
    void jobFromOutsideGetsOnlyWhatIsAllowed() {
        assertThat(only("env:DB_*").resolved("${env:DB_USER}")).isEqualTo("scott");
        assertThat(only("env:PIN").resolved("${env:PIN}")).isEqualTo("123");
        for (Secrets some : List.of(Secrets.none(), only("env:DB_*"), only("file:/*"), only("env:PI"))) {
            assertThatThrownBy(() -> some.resolved("${env:PIN}"))
                    .hasMessageContaining("${env:PIN} may not be looked up here")
                    .hasMessageContaining("--secrets env:PIN");
        }
    }

    @Test
    void fileIsAllowedByWhereItReallyIs() throws IOException {
        Path allowed = Files.createDirectories(directory.resolve("allowed"));
        Path outside = Files.writeString(directory.resolve("outside"), "out");
        Files.writeString(allowed.resolve("in"), "inside");
        Files.createSymbolicLink(allowed.resolve("out"), outside);
        Files.createSymbolicLink(allowed.resolve("link"), allowed.resolve("in"));
        Secrets some = only("file:" + allowed + "/*");
        assertThat(some.resolved("${file:" + allowed + "/in}")).isEqualTo("inside");
        assertThat(some.resolved("${file:" + allowed + "/link}")).isEqualTo("inside");
        for (String path : List.of("/out", "/../outside", "/../allowed/in", "/none", "")) {
            assertThatThrownBy(() -> some.resolved("${file:" + allowed + path + "}"))
                    .as(path)
                    .hasMessageContaining("may not be looked up here");
        }
        assertThatThrownBy(() -> some.resolved("${file:" + outside + "}")).hasMessageContaining("may not");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "DB_*", "env:", "file:", "file:run/secrets/*", "file:/run/../etc/*"})
    void patternThatAllowsNothingOrTooMuchIsRefused(String pattern) {
        assertThatThrownBy(() -> Secrets.allowing(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + pattern + "'");
    }

    @Test
    void whatWasLookedUpIsTakenOutOfWhatIsSaid() {
        Secrets secrets = all();
        assertThat(secrets.redacted("tiger-scott")).isEqualTo("tiger-scott");
        secrets.resolved("${env:DB_USER}${env:DB_PASSWORD}${env:PIN}");
        assertThat(secrets.redacted("scott has tiger-scott, 123"))
                .isEqualTo("${env:DB_USER} has ${env:DB_PASSWORD}, 123");
        var thrown = new IllegalStateException("no tiger-scott", new IOException("x tiger-scott x"));
        thrown.addSuppressed(new IOException("tiger-scott"));
        Throwable retold = secrets.redacted(thrown);
        assertThat(retold).hasMessage("java.lang.IllegalStateException: no ${env:DB_PASSWORD}");
        assertThat(retold.getCause()).hasMessage("java.io.IOException: x ${env:DB_PASSWORD} x");
        assertThat(retold.getStackTrace()).isEqualTo(thrown.getStackTrace());
        assertThat(retold.getSuppressed()).isEmpty();
    }

    @Test
    void secretIsTakenOutBeforeAMessageIsCutOrMadeOneLine() {
        Secrets secrets = new Secrets(Map.of("KEY", "line one\nline two"), null);
        secrets.resolved("${env:KEY}");
        String padding = "x".repeat(1_960);
        assertThat(DeadLetter.told(new IOException(padding + "line one\nline two"), secrets))
                .doesNotContain("line one", "line o");
        assertThat(DeadLetter.shown(Map.of("k", "line one\nline two"), secrets)).isEqualTo("{k=${env:KEY}}");
    }

    @Test
    void taskSeesItsOwnSecretsOnly() {
        Call said = Call.to("a.B::c").with("p", "${env:DB_PASSWORD}");
        Job job = Job.named("j")
                .input("r", Call.to("lines").with("p", "${env:NONE}"))
                .function("f", said)
                .task("g", task -> task.function(said).groupBy(said))
                .output("w", Call.to("stdout").with("p", "${env:NONE}"))
                .path("r", "f", "g", "w")
                .lifecycle("f", said)
                .lifecycle("w", said)
                .when(FlowCondition.of(
                        TaskName.of("f"),
                        Targets.of(List.of(TaskName.of("g"))),
                        Condition.not(Condition.and(new Condition.Test(said), new Condition.Test(said)))))
                .build();
        var own = new ResolvedJob(job, TaskName.of("f"), all());
        assertThat(own.faults()).isEmpty();
        Call has = Call.to("a.B::c").with("p", "tiger-scott");
        assertThat(own.job().entry(TaskName.of("f")).function()).isEqualTo(has);
        assertThat(own.job().entry(TaskName.of("g")).function()).isEqualTo(said);
        assertThat(own.job().entry(TaskName.of("g")).grouping().function()).isEqualTo(has);
        assertThat(own.job().lifecycles()).extracting(entry -> entry.factory()).containsExactly(has, said);
        assertThat(own.job().flowConditions().get(0).when())
                .isEqualTo(Condition.not(Condition.and(new Condition.Test(has), new Condition.Test(has))));
        assertThat(new ResolvedJob(job, TaskName.of("w"), all()).faults())
                .extracting(Object::toString)
                .containsExactly("task w, output: ${env:NONE}: there is no variable NONE in this process; set it before"
                        + " the start, or correct the name");
    }

    @Test
    void everyReferenceOfALargeJobIsLookedUpOnceHoweverManyTasksItConcerns() {
        int tasks = 1_000;
        var lookedUp = new AtomicInteger();
        var counting = new AbstractMap<String, String>() {
            @Override
            public Set<Entry<String, String>> entrySet() {
                return VARIABLES.entrySet();
            }

            @Override
            public String get(Object key) {
                lookedUp.incrementAndGet();
                return VARIABLES.get(key);
            }
        };
        Call said = Call.to("a.B::c").with("p", "${env:DB_PASSWORD}");
        var builder = Job.named("j").input("t0", Call.to("lines").with("path", "${env:NONE}"));
        for (int i = 1; i < tasks; i++) {
            builder.function("t" + i, said)
                    .path("t" + (i - 1), "t" + i)
                    .lifecycle(null, said)
                    .when(FlowCondition.of(null, Targets.of(List.of(TaskName.of("t" + i))), new Condition.Test(said)));
        }
        var secrets = new Secrets(counting, null);
        Job job = builder.build();
        lookedUp.set(0);
        assertThat(JobCheck.faults(
                        ResolvedJob.toAll(job, secrets),
                        PluginRegistry.in(getClass().getClassLoader()),
                        secrets))
                .extracting(fault -> fault.part().toString())
                .containsExactly("task t0, input");
        assertThat(lookedUp).hasValue(3 * (tasks - 1) + 1);
    }
}
