package io.sardonyx.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two members of a cluster, one of which is read as Prometheus does. */
@Timeout(120)
class MetricsPageTest {

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> ask(String method, String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static Member join(Store store) throws IOException {
        return Member.join(store, Membership.of("measured", 1), FunctionLoader.onClassPath(), (group, links) -> {});
    }

    @Test
    void linksAndStrangersAreShownAndNoOtherPage() throws Exception {
        Job job = Job.named("endless \"job\" {\\}")
                .task("read", task -> task.input(Inputs.numbers().with("rate", 1_000)))
                .task("write", task -> task.output(Outputs.discard()))
                .path("read", "write")
                .build();
        try (Store store = Stores.open("memory:page-test");
                Member first = join(store);
                Member second = join(store);
                AdminClient client = AdminClient.over(store);
                MetricsPage page = MetricsPage.bind("127.0.0.1", 0)) {
            page.show(first);
            while (client.replica().replica().peers().present().size() < 2) {
                Thread.onSpinWait();
            }
            client.submit(job);
            String to = "{to=\"" + second.site().address() + "\"}";
            awaitPage(page, "sardonyx_link_up" + to + " 1.0");
            annoy(first.site().address());
            String shown = awaitPage(page, "sardonyx_wire_refusals_total 1.0");
            assertThat(shown)
                    .contains("sardonyx_link_slow" + to)
                    .contains("job=\"endless \\\"job\\\" {\\\\}\"")
                    .contains("sardonyx_cluster_members 2.0")
                    .contains("sardonyx_sessions{state=\"held\"} 1.0");
            assertThat(ask("GET", page.url() + "/more").statusCode()).isEqualTo(404);
            assertThat(ask("GET", page.url().replace("/metrics", "/")).statusCode())
                    .isEqualTo(404);
            assertThat(ask("POST", page.url()).statusCode()).isEqualTo(405);
        }
    }

    @Test
    void figuresOfAProgramAreGaugesAndCounts() throws Exception {
        var figure = new AtomicLong(3);
        try (MetricsPage page = MetricsPage.bind("127.0.0.1", 0)) {
            assertThat(ask("GET", page.url()).statusCode()).isEqualTo(503);
            page.show("some.level", "A level", figure::get);
            page.count("some.calls", "Calls", figure::get, "call", "read");
            page.count("some.calls", "Calls", () -> 7, "call", "write");
            awaitPage(page, "some_calls_total{call=\"read\"} 3.0");
            figure.set(2);
            assertThat(awaitPage(page, "some_level 2.0"))
                    .contains("some_calls_total{call=\"read\"} 3.0")
                    .contains("some_calls_total{call=\"write\"} 7.0");
        }
    }

    private String awaitPage(MetricsPage page, String line) throws Exception {
        while (true) {
            HttpResponse<String> answer = ask("GET", page.url());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValue("text/plain; version=0.0.4; charset=utf-8");
            if (answer.body().lines().anyMatch(line::equals)) {
                return answer.body();
            }
        }
    }

    /** Calls at a wire with something that no member would say. */
    private static void annoy(String address) throws IOException {
        var site = URI.create(address);
        try (var socket = new Socket(site.getHost(), site.getPort())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: nobody\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readAllBytes()).isNotNull();
        }
    }

    @Test
    void aPortThatIsTakenIsSaidAndOneThatIsNotUsedIsGivenBack() throws Exception {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
            assertThatThrownBy(() -> MetricsPage.bind("127.0.0.1", port))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen at 127.0.0.1:" + port);
        }
        for (int i = 0; i < 2; i++) {
            try (MetricsPage page = MetricsPage.bind("127.0.0.1", port)) {
                assertThat(page.url()).isEqualTo("http://127.0.0.1:" + port + "/metrics");
                assertThat(ask("GET", page.url()).statusCode()).isEqualTo(503);
            }
        }
    }
}
