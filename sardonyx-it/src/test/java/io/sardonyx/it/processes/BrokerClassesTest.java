package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who uses no queues pays nothing for them: no class of a broker, its client or a unit of work is loaded. */
class BrokerClassesTest {

    private static final String ARTEMIS = "org.apache.activemq.";
    private static final String ADAPTER = "io.sardonyx.artemis.";
    private static final String UNIT_OF_WORK = "io.sardonyx.task.queue.UnitOfWork";
    private static final Pattern LOADED = Pattern.compile("\\[class,load] (?<name>\\S+)");

    @TempDir
    private Path directory;

    private final List<Member> started = new ArrayList<>();

    @AfterEach
    void killAll() {
        started.forEach(Member::strike);
    }

    /** Starts the program, which writes the names of the classes that it loads. */
    private Member start(String name, String... arguments) throws IOException {
        List<String> within = List.of("env", "JDK_JAVA_OPTIONS=-Xlog:class+load:file=" + directory.resolve(name));
        Member member = Program.start(directory.resolve(name + ".txt"), within, Program.MAIN, List.of(arguments));
        started.add(member);
        return member;
    }

    /** The classes of some packages that a program has loaded, and of the engine, which all load. */
    private List<String> loaded(String program, String... packages) throws IOException {
        List<String> all = LOADED.matcher(Files.readString(directory.resolve(program)))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(all).contains("io.sardonyx.engine.GroupEngine");
        return all.stream()
                .filter(name -> Stream.of(packages).anyMatch(name::startsWith))
                .toList();
    }

    private Path job(String delivery) throws IOException {
        Path in = Files.writeString(directory.resolve("in.txt"), "some\nlines\n");
        return Files.writeString(directory.resolve(delivery + ".json"), """
                {"id": "%s", "delivery": "%s", "workflow": [["read", "write"]],
                 "catalog": [{"name": "read", "input": {"plugin": "lines", "path": "%s"}},
                             {"name": "write", "output": {"plugin": "files", "format": "lines", "path": "%s"}}]}
                """.formatted(
                        delivery, delivery, in, directory.resolve("out-" + delivery)));
    }

    @Test
    void aDirectRunLoadsNoneAndAQueuedOneLoadsNoClientOfArtemis() throws Exception {
        Member direct = start("direct", "run", job("direct").toString());
        assertThat(direct.exitCode()).as(direct.said()).isZero();
        assertThat(loaded("direct", ARTEMIS, ADAPTER, UNIT_OF_WORK)).isEmpty();
        Member queued = start("queued", "run", job("queued").toString());
        assertThat(queued.exitCode()).as(queued.said()).isZero();
        assertThat(loaded("queued", UNIT_OF_WORK)).isNotEmpty();
        assertThat(loaded("queued", ARTEMIS)).isEmpty();
    }

    @Test
    void aProcessLoadsThemOnlyIfItHasABroker() throws Exception {
        String store = "file:" + directory.resolve("store");
        Member without = start("without", "peers", "start", "--store", store);
        Waiting.until("a member", () -> without.id().isPresent());
        assertThat(without.terminate()).as(without.said()).isZero();
        assertThat(loaded("without", ARTEMIS, ADAPTER, UNIT_OF_WORK)).isEmpty();
        Member with = start("with", "peers", "start", "--store", store, "--broker", "artemis://127.0.0.1:1");
        Waiting.until("a member", () -> with.id().isPresent());
        assertThat(loaded("with", ARTEMIS)).isNotEmpty();
    }
}
