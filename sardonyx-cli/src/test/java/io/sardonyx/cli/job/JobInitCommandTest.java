package io.sardonyx.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Public, since a job names one of its methods. */
public class JobInitCommandTest {

    @TempDir
    private Path directory;

    @Test
    void projectCompilesAndItsTestsPass() throws Exception {
        Path project = directory.resolve("orders");
        Cli.Result result = Cli.run("job", "init", project.toString(), "--package", "com.acme.orders");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.lines())
                .endsWith("$ cd " + project, "$ mvn verify", "$ sardonyx run job.yaml --jar target/orders.jar");

        Path classes = Files.createDirectory(directory.resolve("classes"));
        compile(project, classes);
        TestExecutionSummary summary = test("com.acme.orders.WordsTest", classes);
        assertThat(summary.getFailures()).isEmpty();
        assertThat(summary.getTestsSucceededCount()).isGreaterThan(1);
        assertThat(summary.getTotalFailureCount()).isZero();
    }

    @Test
    void jobCanRunAsItIs() throws IOException {
        Path project = directory.resolve("orders");
        Cli.run("job", "init", project.toString(), "--package", "io.sardonyx.examples");
        Path lines = project.resolve("data/lines.txt");
        Path job = project.resolve("job.yaml");
        Files.writeString(job, Files.readString(job).replace("data/lines.txt", lines.toString()));

        Cli.Result result = Cli.run("run", job.toString(), "--json");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("\"job\":\"orders\"").doesNotContain("{{");
    }

    @Test
    void whatToDoNextIsSaidForWhereTheProgramIs() {
        Path project = directory.resolve("my orders");
        System.setProperty("sardonyx.sources", "/src/it's");
        System.setProperty("sardonyx.program", "/src/it's/sardonyx");
        try {
            Cli.Result result = Cli.run("job", "init", project.toString(), "--name", "orders");
            assertThat(result.lines())
                    .endsWith(
                            "$ mvn -f '/src/it'\\''s/pom.xml' -q"
                                    + " -Dmaven.test.skip=true -pl sardonyx-testkit -am install",
                            "$ cd '" + project + "'",
                            "$ mvn verify",
                            "$ '/src/it'\\''s/sardonyx' run job.yaml --jar target/orders.jar");
        } finally {
            System.clearProperty("sardonyx.sources");
            System.clearProperty("sardonyx.program");
        }
    }

    /** What the starter says of null is so. */
    @Test
    void aFunctionThatReturnsNullFails() throws IOException {
        Path project = directory.resolve("orders");
        Cli.run("job", "init", project.toString(), "--package", "io.sardonyx.cli.job");
        Path job = project.resolve("job.yaml");
        String text = Files.readString(job);
        assertThat(text).contains("To return null is a failure");
        Files.writeString(
                job,
                text.replace("data/lines.txt", project.resolve("data/lines.txt").toString())
                        .replace("Words::split", "JobInitCommandTest::nothing"));
        Cli.Result result = Cli.run("run", job.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("null");
    }

    /** For a job. */
    public static @Nullable String nothing(String line) {
        return null;
    }

    @Test
    void allPlaceholdersAreFilled() throws IOException {
        Path project = directory.resolve("orders");
        Cli.run("job", "init", project.toString());
        for (Path file : filesBelow(project)) {
            assertThat(Files.readString(file)).as(file.toString()).doesNotContain("{{", "}}", "@project", "@junit");
        }
    }

    @Test
    void nameOfTheJobMayBeChosenAndAnEmptyDirectoryIsTaken() throws IOException {
        Path project = Files.createDirectory(directory.resolve("My Orders"));
        assertThat(Cli.run("job", "init", project.toString()).err()).contains("My Orders", "--name");
        assertThat(filesBelow(directory)).isEmpty();

        Cli.Result result = Cli.run("job", "init", project.toString(), "--name", "my-orders", "--json");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("\"job\":\"my-orders\"", "\"package\":\"com.example\"", "\"pom.xml\"", "\"job.yaml\"");
        assertThat(Files.readString(project.resolve("job.yaml"))).contains("id: my-orders");
    }

    @Test
    void directoryWithSomethingInItIsLeftAlone() throws IOException {
        Files.writeString(directory.resolve("b"), "");
        Files.writeString(directory.resolve("a"), "");
        Cli.Result result = Cli.run("job", "init", directory.toString(), "--name", "orders");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("is not empty, a is in the way");
        assertThat(filesBelow(directory)).hasSize(2);
    }

    @Test
    void nothingIsLeftOfWhatCouldNotBeWrittenWhole() throws IOException {
        Path project = directory.resolve("deep/orders");
        String tooLong = "p".repeat(300);
        Cli.Result result = Cli.run("job", "init", project.toString(), "--package", tooLong);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("cannot be written, and nothing was");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void fileIsNoDirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "mine");
        for (Path place : List.of(file, file.resolve("orders"))) {
            Cli.Result result = Cli.run("job", "init", place.toString());
            assertThat(result.code()).as(result.err()).isEqualTo(2);
            assertThat(result.err()).contains("cannot be written, and nothing was");
        }
        assertThat(file).hasContent("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "com..acme", "com.class", "com.9", "Com/Acme", "../up", "com.acme;"})
    void packageMustBeOneOfJava(String name) {
        Cli.Result result = Cli.run("job", "init", directory.resolve("orders").toString(), "--package", name);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("is no Java package");
        assertThat(directory).isEmptyDirectory();
    }

    private static void compile(Path project, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = filesBelow(project.resolve("src"));
            assertThat(sources).hasSize(2);
            var said = new StringWriter();
            List<String> options = List.of(
                    "-d", classes.toString(), "-proc:none", "-classpath", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
    }

    private static TestExecutionSummary test(String name, Path classes) throws Exception {
        var listener = new SummaryGeneratingListener();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            var request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(loader.loadClass(name)))
                    .build();
            LauncherFactory.create().execute(request, listener);
        } finally {
            thread.setContextClassLoader(before);
        }
        return listener.getSummary();
    }

    private static List<Path> filesBelow(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
