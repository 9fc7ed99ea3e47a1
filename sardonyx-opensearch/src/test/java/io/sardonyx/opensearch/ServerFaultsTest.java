package io.sardonyx.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.opensearch.FakeServer.Answer;
import io.sardonyx.port.DocumentStore;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that refuse, are of the wrong kind, do not answer or answer nonsense: each has an error that names it. */
class ServerFaultsTest {

    private static final byte[] BODY = {1, 2, 3};
    private static final String WRITTEN = """
            {"_seq_no": 5, "_primary_term": 2, "result": "created"}""";

    @TempDir
    private Path directory;

    private static DocumentStore open(String address) {
        return new OpenSearchStoreProvider().open(address);
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static void assertReadFails(FakeServer server, Class<? extends Throwable> type, String... reasons) {
        try (DocumentStore store = open(server.address())) {
            assertThatThrownBy(() -> answer(store.documents().read(List.of("a"))))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(type)
                    .message()
                    .contains(reasons);
        }
    }

    private static void assertWriteFails(
            Function<String, @Nullable Answer> answers, Class<? extends Throwable> type, String... reasons)
            throws IOException {
        try (FakeServer server = FakeServer.withIndex(answers);
                DocumentStore store = open(server.address())) {
            assertThatThrownBy(() -> answer(store.documents().write("a", BODY, Documents.ABSENT)))
                    .hasCauseInstanceOf(type)
                    .message()
                    .contains(reasons);
            assertThat(server.asked.stream().filter("PUT /sardonyx-orders/_create/a"::equals))
                    .as("a write is sent once")
                    .hasSize(1);
        }
    }

    private static String error(String type, String reason) {
        return "{\"error\": {\"type\": \"" + type + "\", \"reason\": \"" + reason + "\"}}";
    }

    @Test
    void aServerOfAVersionThatIsNotSupported() throws Exception {
        for (String root : List.of(
                "{\"version\": {\"distribution\": \"opensearch\", \"number\": \"1.3.2\"}}",
                "{\"version\": {\"number\": \"7.10.2\"}}",
                "{\"version\": {\"number\": \"6.8.0\"}}")) {
            try (var server = new FakeServer(asked -> new Answer(200, root))) {
                assertReadFails(server, Unreadable.class, "is of version", "OpenSearch from 2.0 on");
            }
        }
        try (var server = new FakeServer(asked -> new Answer(200, "<html>hello</html>"))) {
            assertReadFails(server, Unreadable.class, "is neither OpenSearch nor Elasticsearch");
        }
    }

    @Test
    void anIndexThatIsNotOurs() throws Exception {
        for (String index : List.of(
                "{\"sardonyx-orders\": {}}",
                FakeServer.INDEX.replace("{\"sardonyx\": 1}", "{}"),
                "{\"a\": {}, \"b\": {}}")) {
            try (var server = withRoot(new Answer(200, index))) {
                assertReadFails(server, Unreadable.class, "/sardonyx-orders is not an index of Sardonyx", "tenancy");
            }
        }
        for (String index : List.of(
                FakeServer.INDEX.replace("{\"sardonyx\": 1}", "{\"sardonyx\": 2}"),
                FakeServer.INDEX.replace("\"1\"", "\"5\""),
                FakeServer.INDEX.replace("keyword", "text"))) {
            try (var server = withRoot(new Answer(200, index))) {
                assertReadFails(server, Unreadable.class, "/sardonyx-orders has another mapping");
            }
        }
    }

    private static FakeServer withRoot(Answer otherwise) throws IOException {
        return new FakeServer(asked -> asked.equals("GET /") ? new Answer(200, FakeServer.ROOT) : otherwise);
    }

    @Test
    void aUserWhoIsNotLetIn() throws Exception {
        try (var server = new FakeServer(asked -> new Answer(401, "Unauthorized"))) {
            assertReadFails(server, Forbidden.class, "does not know this user and password");
        }
        try (var server = withRoot(new Answer(403, error("security_exception", "no permissions")))) {
            assertReadFails(server, Forbidden.class, "does not allow this user GET /sardonyx-orders: no permissions");
        }
    }

    @Test
    void anIndexThatTakesNoWrites() throws Exception {
        String block =
                error("cluster_block_exception", "index [x] blocked by: [FORBIDDEN/12/read-only / allow delete]");
        assertWriteFails(
                asked -> new Answer(403, block), StoreRefusal.class, "takes no writes", "FORBIDDEN/12", "room");
        assertWriteFails(asked -> new Answer(429, block), StoreRefusal.class, "takes no writes", "room");
        String busy = error("rejected_execution_exception", "queue full");
        assertWriteFails(asked -> new Answer(429, busy), StoreRefusal.class, "overloaded or full: queue full");
    }

    @Test
    void anIndexThatIsGone() throws Exception {
        String gone = error("index_not_found_exception", "no such index");
        assertWriteFails(asked -> new Answer(404, gone), Unreadable.class, "sardonyx-orders is gone", "no such index");
    }

    @Test
    void aWriteWhoseAnswerIsLostHasAnUnknownOutcomeAndIsNotRepeated() throws Exception {
        assertWriteFails(asked -> null, OutcomeUnknown.class, "PUT /sardonyx-orders/_create/a", "effect is unknown");
        assertWriteFails(asked -> new Answer(500, "{}"), OutcomeUnknown.class, "status 500", "effect is unknown");
    }

    @Test
    void aReadWhoseAnswerIsLostIsRepeated() throws Exception {
        var reads = new AtomicInteger();
        try (FakeServer server = FakeServer.withIndex(asked -> reads.incrementAndGet() == 1
                        ? null
                        : new Answer(200, "{\"docs\": [{\"_id\": \"a\", \"found\": false}]}"));
                DocumentStore store = open(server.address())) {
            assertThat(answer(store.documents().read(List.of("a")))).isEmpty();
            assertThat(reads.get()).isEqualTo(2);
        }
    }

    @Test
    void theNextServerIsAskedWhenOneCannotBeReached() throws Exception {
        String nobody;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "127.0.0.1:" + socket.getLocalPort();
        }
        try (FakeServer server = FakeServer.withIndex(asked -> new Answer(201, WRITTEN))) {
            String address = "opensearch://" + nobody + "," + server.place() + "/orders";
            try (DocumentStore store = open(address)) {
                assertThat(answer(store.documents().write("a", BODY, Documents.ABSENT)))
                        .hasValue(DocumentVersions.of(2, 5));
            }
        }
        try (DocumentStore store = open("opensearch://" + nobody + "/orders")) {
            assertThatThrownBy(() -> answer(store.documents().read(List.of("a"))))
                    .hasCauseInstanceOf(StoreRefusal.class)
                    .hasMessageContaining(nobody + " cannot be reached");
        }
    }

    @Test
    void aServerThatDoesNotAnswerInTime() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DocumentStore store =
                        open("opensearch://127.0.0.1:" + silent.getLocalPort() + "/orders?timeoutMillis=200")) {
            assertThatThrownBy(() -> answer(store.documents().read(List.of("a"))))
                    .hasCauseInstanceOf(IOException.class)
                    .hasMessageContaining("gave no answer");
        }
    }

    @Test
    void aDocumentThatIsDamagedIsNamedAndCanBeDeleted() throws Exception {
        for (String source : List.of("{}", "{\"name\": \"b\", \"body\": \"\"}", "{\"name\": \"a\", \"body\": \"?\"}")) {
            String found = "{\"docs\": [{\"_id\": \"a\", \"found\": true, \"_seq_no\": 5, \"_primary_term\": 1,"
                    + " \"_source\": " + source + "}]}";
            try (FakeServer server = FakeServer.withIndex(
                            asked -> new Answer(200, asked.startsWith("DELETE") ? WRITTEN : found));
                    DocumentStore store = open(server.address())) {
                assertThatThrownBy(() -> answer(store.documents().read(List.of("a"))))
                        .hasCauseInstanceOf(Unreadable.class)
                        .hasMessageContaining("document 'a'")
                        .hasMessageContaining("is damaged");
                assertThat(answer(store.documents().delete("a", Documents.DAMAGED)))
                        .isTrue();
            }
        }
    }

    /** Every answer is an error with a message, or a value; nothing hangs. */
    @Test
    void nonsenseIsRefused() throws Exception {
        var random = new Random(11); // which request gets which answer depends on the order of threads
        String found = "{\"docs\": [{\"_id\": \"a\", \"found\": true, \"_seq_no\": 5, \"_primary_term\": 1,"
                + " \"_source\": {\"name\": \"a\", \"body\": \"AAAA\"}}]}";
        try (FakeServer server = FakeServer.withIndex(asked ->
                        new Answer(random.nextInt(3) == 0 ? 500 + random.nextInt(5) : 200, mutated(found, random)));
                DocumentStore store = open(server.address() + "?timeoutMillis=100")) {
            int failures = 0;
            for (int i = 0; i < 80; i++) {
                try {
                    answer(store.documents().read(List.of("a")));
                    answer(store.documents().write("a", BODY, Documents.ABSENT));
                    answer(store.documents().names("a"));
                    answer(store.documents().delete("a", DocumentVersions.of(1, 5)));
                } catch (TimeoutException hangs) {
                    throw new AssertionError("no answer", hangs);
                } catch (ExecutionException failure) {
                    assertThat(failure.getCause())
                            .isInstanceOf(RuntimeException.class)
                            .message()
                            .isNotEmpty();
                    failures++;
                }
            }
            assertThat(failures).isPositive();
        }
    }

    private static String mutated(String text, Random random) {
        var mutated = new StringBuilder(text);
        for (int i = random.nextInt(3); i > 0; i--) {
            mutated.setCharAt(random.nextInt(text.length()), (char) (32 + random.nextInt(95)));
        }
        return random.nextInt(4) == 0 ? mutated.substring(0, random.nextInt(text.length())) : mutated.toString();
    }

    @Test
    void tlsTrustsWhatTheAddressSaysAndSendsThePasswordToNobodyElse() throws Exception {
        var certificate = new TestCertificate(directory);
        Path password = Files.writeString(directory.resolve("password"), "hush");
        try (var server = new FakeServer(
                asked -> switch (asked) {
                    case "GET /" -> new Answer(200, FakeServer.ROOT);
                    case "GET /sardonyx-orders" -> new Answer(200, FakeServer.INDEX);
                    default -> new Answer(201, WRITTEN);
                },
                certificate.context())) {
            String address = "opensearch://me@" + server.place() + "/orders?password=file:" + password;
            try (DocumentStore store = open(address + "&tls=true")) {
                assertThatThrownBy(() -> answer(store.documents().write("a", BODY, Documents.ABSENT)))
                        .hasCauseInstanceOf(StoreRefusal.class)
                        .hasMessageContaining("under TLS");
                assertThat(server.asked).isEmpty();
            }
            try (DocumentStore store = open(address + "&tls.trust=" + certificate.trusted())) {
                assertThat(answer(store.documents().write("a", BODY, Documents.ABSENT)))
                        .isPresent();
                assertThat(server.authorizations).containsOnly("Basic bWU6aHVzaA==");
            }
        }
    }
}
