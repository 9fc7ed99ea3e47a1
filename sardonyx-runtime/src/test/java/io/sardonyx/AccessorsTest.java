package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.Order;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.json.Json;
import io.sardonyx.plugin.TaskContext;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs that name accessors of their segments. Public, since they name its methods. */
@Timeout(120)
public class AccessorsTest {

    private static final Map<String, Integer> SLOTS = new ConcurrentHashMap<>();

    private final Queue<Object> out = new ConcurrentLinkedQueue<>();
    private final Cluster cluster = Cluster.local(2, 4).provide("out", (Consumer<Object>) out::add);

    @AfterEach
    void close() {
        cluster.close();
    }

    public static Order order(long number) {
        return new Order("customer " + number % 5, number, number % 2 == 0);
    }

    /** Whoever has the same key comes to the same peer. */
    public static Order seen(Order order, TaskContext context) {
        Integer before = SLOTS.putIfAbsent(order.customer(), context.slot());
        if (before != null && before != context.slot()) {
            throw new IllegalStateException(order.customer() + " was at " + before + " and is at " + context.slot());
        }
        return order;
    }

    public static int length(String text) {
        return text.length();
    }

    private static JobBuilder job() {
        return Job.named("orders")
                .input("read", Inputs.numbers(1_000))
                .function("make", AccessorsTest::order)
                .task(
                        "meet",
                        task -> task.function(AccessorsTest::seen)
                                .groupBy(Order::customer)
                                .peers(2))
                .function("paid", Order::isPaid)
                .function("name", Order::customer)
                .output("write", Outputs.callback("out"))
                .path("read", "make", "meet", "paid", "name", "write");
    }

    private void assertWhatCameOut() {
        assertThat(out).hasSize(500);
        assertThat(Map.copyOf(SLOTS)).hasSize(5).containsKeys("customer 0", "customer 4");
        assertThat(out.stream().distinct())
                .hasSize(5)
                .allMatch(name -> name.toString().startsWith("customer "));
        SLOTS.clear();
    }

    @Test
    void accessorsAreKeysFiltersAndFunctions() throws Exception {
        cluster.run(job().build());
        assertWhatCameOut();
    }

    @Test
    void accessorsAreNamedInAFile() throws Exception {
        String order = "io.sardonyx.function.Order::";
        String self = "io.sardonyx.AccessorsTest::";
        String text = """
                {"id": "orders",
                 "workflow": [
                  ["read", "make"], ["make", "meet"], ["meet", "paid"], ["paid", "name"], ["name", "write"]],
                 "catalog": [
                  {"name": "read", "input": {"plugin": "generator", "count": 1000}},
                  {"name": "make", "fn": "%2$sorder"},
                  {"name": "meet", "fn": "%2$sseen", "groupBy": {"fn": "%1$scustomer"}, "peers": 2},
                  {"name": "paid", "fn": "%1$sisPaid"},
                  {"name": "name", "fn": "%1$scustomer"},
                  {"name": "write", "output": {"plugin": "callback", "name": "out"}}]}
                """.formatted(order, self);
        Job read = JobFile.read(Json.read(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(read).isEqualTo(job().build());
        cluster.run(read);
        assertWhatCameOut();
    }

    @Test
    void typesThatNeverMeetAreNamedBeforeAnythingRuns() {
        Job job = job().function("length", AccessorsTest::length)
                .function("again", AccessorsTest::length)
                .output("lengths", Outputs.callback("out"))
                .path("name", "length", "again", "lengths")
                .build();

        assertThatThrownBy(() -> cluster.run(job))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("task again, fn: io.sardonyx.AccessorsTest::length takes a java.lang.String, but"
                        + " io.sardonyx.AccessorsTest::length of task length gives a int, and nothing is both");
        assertThat(out).isEmpty();
    }
}
