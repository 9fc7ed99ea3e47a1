package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.node.NodeTask;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A task whose class is another version at a node: it fails there, by name, and nothing else does. */
@Timeout(120)
class OtherVersionTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String TYPE = "com.acme.Work";
    private static final String SOURCE = """
            package com.acme;

            public final class Work {
                public static io.sardonyx.node.NodeTask.Returning<String> task(String name) {
                    return () -> "VERSION of " + name;
                }
            }
            """;

    @TempDir
    private Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private Store store;
    private FunctionLoader old;
    private FunctionLoader young;

    @BeforeEach
    void open() throws IOException {
        store = opened(Stores.open("memory:" + UUID.randomUUID()));
        old = opened(FunctionLoader.in(List.of(jar("old")), List.of()));
        young = opened(FunctionLoader.in(List.of(jar("young")), List.of()));
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T opened(T what) {
        opened.add(what);
        return what;
    }

    private Path jar(String version) throws IOException {
        Path root = Files.createDirectories(directory.resolve(version));
        Path source = Files.writeString(root.resolve("Work.java"), SOURCE.replace("VERSION", version));
        String libraries = System.getProperty("java.class.path");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", libraries, "-d", root.toString(), source.toString()))
                .isZero();
        Path jar = directory.resolve(version + ".jar");
        String file = TYPE.replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(file));
            out.write(Files.readAllBytes(root.resolve(file)));
            out.closeEntry();
        }
        return jar;
    }

    private NodeProcess start(String token, FunctionLoader functions) {
        var settings = new NodeSettings(token, 1, Duration.ofSeconds(2), 3, InstantSource.system());
        return opened(new NodeProcess(store, settings, functions, Secrets.none(), 1, state -> {}));
    }

    @SuppressWarnings("unchecked") // what the source says
    private static NodeTask.Returning<String> task(FunctionLoader version, String name) throws Exception {
        return (NodeTask.Returning<String>)
                version.type(TYPE).getMethod("task", String.class).invoke(null, name);
    }

    private static Nodes.Node node(Nodes nodes, String token) {
        while (true) {
            for (Nodes.Node idle : nodes.idle()) {
                if (idle.token().equals(token)) {
                    return idle;
                }
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void aTaskOfAnotherVersionFailsByNameAndTheNodeGoesOnWithItsOwn() throws Exception {
        NodeProcess behind = start("behind", old);
        start("ahead", young);
        Nodes ours = opened(Nodes.over(store, young, Duration.ofSeconds(2)));
        Nodes theirs = opened(Nodes.over(store, old, Duration.ofSeconds(2)));

        Execution<String> refused = node(ours, "behind").submit(task(young, "a"));
        Execution<String> taken = node(ours, "ahead").submit(task(young, "b"));
        assertThat(taken.await(LONG)).isEqualTo("young of b");
        while (!refused.state().isOver()) {
            LockSupport.parkNanos(5_000_000);
        }
        assertThat(refused.state()).isEqualTo(Execution.State.FAILED);
        assertThat(refused.failure())
                .contains("class " + TYPE + " is another version here", "digest", "use the same jar everywhere");
        assertThat(node(theirs, "behind").submit(task(old, "c")).await(LONG)).isEqualTo("old of c");
        assertThat(behind.failure()).isNull();
    }

    /** Whoever takes it first decides: it is not tried again, and fails or has the right result. */
    @Test
    void aTaskForAnyNodeNeverRunsInAnotherVersion() throws Exception {
        start("behind", old);
        start("ahead", young);
        Nodes ours = opened(Nodes.over(store, young, Duration.ofSeconds(2)));
        node(ours, "behind");
        node(ours, "ahead");
        var all = new ArrayList<Execution<String>>();
        for (int i = 0; i < 20; i++) {
            all.add(ours.submit(task(young, "any")));
        }
        for (Execution<String> each : all) {
            while (!each.state().isOver()) {
                LockSupport.parkNanos(5_000_000);
            }
            if (each.state() == Execution.State.FAILED) {
                assertThat(each.failure()).contains("is another version here");
            } else {
                assertThat(each.await(LONG)).isEqualTo("young of any");
            }
        }
    }
}
