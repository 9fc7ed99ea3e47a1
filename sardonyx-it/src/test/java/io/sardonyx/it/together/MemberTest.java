package io.sardonyx.it.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.client.Client;
import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.port.Lease;
import io.sardonyx.port.WireAddress;
import io.sardonyx.report.TaskReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Java programs that join a cluster of many, as {@code peers start} does. */
@Timeout(120)
class MemberTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Queue<Object> taken = new ConcurrentLinkedQueue<>();
    private final Membership one = Membership.of("programs", 1);

    @TempDir
    private Path directory;

    private String store;

    @BeforeEach
    void nameStore() {
        store = "file:" + directory;
    }

    private Member join(Membership how) throws IOException {
        Consumer<Object> taking = taken::add;
        return Member.join(store, how, FunctionLoader.onClassPath()).provide("taking", taking);
    }

    @Test
    void twoDoAJobTogetherAndTellHow() throws Exception {
        Job job = Job.named("numbers")
                .task("read", task -> task.input(Inputs.numbers(1_000)))
                .task("write", task -> task.output(Outputs.callback("taking")))
                .path("read", "write")
                .build();
        try (Member first = join(one);
                Member second = join(one);
                Client client = awaitFounded(first)) {
            client.submit(job);
            assertThat(client.await(job.id(), PATIENCE)).isInstanceOf(Outcome.Completed.class);
            assertThat(taken).hasSize(1_000);
            assertThat(first.leave(PATIENCE)).isTrue();
            assertThat(first.state().end()).isEqualTo("it left");
            assertThat(first.state().session()).isEqualTo(Lease.Standing.LOST);
            assertThat(second.leave(PATIENCE)).isTrue();
            assertThat(second.cluster().orElseThrow().groups()).isEmpty();
            assertThat(Stream.of(first, second)
                            .flatMap(member -> member.report(job.id()).stream())
                            .filter(task -> task.task().text().equals("write"))
                            .mapToLong(TaskReport::taken)
                            .sum())
                    .isEqualTo(1_000);
        }
    }

    @Test
    void anotherClusterThanExpectedEndsItWithoutAFailure() throws Exception {
        try (Member founder = join(one);
                Client client = awaitFounded(founder);
                Member misfit = join(one.scheduler(JobScheduler.GREEDY))) {
            assertThat(misfit.await(PATIENCE)).isTrue();
            assertThat(misfit.failure()).isNull();
            assertThat(misfit.state().end()).contains("BALANCED").contains("is configured for");
            assertThat(client.status().groups()).hasSize(1);
        }
    }

    private Client awaitFounded(Member member) {
        while (member.cluster().filter(it -> !it.groups().isEmpty()).isEmpty()) {
            LockSupport.parkNanos(1_000_000);
        }
        return Client.connect(store);
    }

    @Test
    void aPortThatIsTakenIsSaidBeforeAnythingIsAppended() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var address = new WireAddress("tcp", "127.0.0.1", taken.getLocalPort(), null, Map.of());
            assertThatThrownBy(() -> join(one.at(address)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()));
        }
        try (Member later = join(one);
                Client client = awaitFounded(later)) {
            assertThat(client.status().groups()).hasSize(1);
        }
    }

    @Test
    void aMemberHasNoNegativeNumberOfPeers() {
        assertThatThrownBy(() -> Membership.of("programs", -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not -1");
    }
}
