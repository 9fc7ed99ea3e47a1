package io.sardonyx.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Cluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.connect.provider.GivenItems;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.TaskContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedJobsTest {

    /** Reads items, and counts how often its parameters are checked. */
    public static final class CountedItems implements InputProvider {

        static final AtomicInteger CHECKS = new AtomicInteger();

        private final GivenItems items = new GivenItems();

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public void check(Parameters parameters) {
            CHECKS.incrementAndGet();
            items.check(parameters);
        }

        @Override
        public Input open(TaskContext context) throws Exception {
            return items.open(context);
        }
    }

    private static Job job(String name, Call input) {
        return Job.named(name)
                .input("read", input)
                .output("write", Outputs.callback("results"))
                .path("read", "write")
                .build();
    }

    @Test
    void onlyTheVeryJobIsKnown() {
        var checked = new CheckedJobs();
        Job job = job("a", Inputs.items(1));
        checked.add(job);
        assertThat(checked.has(job)).isTrue();
        assertThat(checked.has(job("a", Inputs.items(1)))).isFalse();
    }

    @Test
    void theOldestIsForgotten() {
        var checked = new CheckedJobs();
        Job first = job("first", Inputs.items(1));
        checked.add(first);
        for (int i = 1; i < 64; i++) {
            checked.add(job("job-" + i, Inputs.items(1)));
        }
        assertThat(checked.has(first)).isTrue();
        checked.add(job("last", Inputs.items(1)));
        assertThat(checked.has(first)).isFalse();
    }

    @Test
    void aJobIsCheckedOnceForEachSubmission(@TempDir Path directory) throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(InputProvider.class.getName()), CountedItems.class.getName() + "\n");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        var results = new CopyOnWriteArrayList<Object>();
        try (var loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            try (Cluster cluster = Cluster.local(2)) {
                Consumer<Object> callback = results::add;
                cluster.provide("results", callback);
                Call input = new Call("counted", Parameters.of(Map.of(GivenItems.SEGMENTS, List.of("a", "b"))));
                cluster.run(job("one", input));
                cluster.run(job("two", input));
            }
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(results).hasSize(4);
        assertThat(CountedItems.CHECKS).hasValue(2);
    }
}
