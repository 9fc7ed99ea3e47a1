package io.sardonyx.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sardonyx.opensearch.HttpCalls.Call;
import io.sardonyx.opensearch.HttpCalls.Reply;
import io.sardonyx.port.DocumentStore;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a real server does to an index that is full, gone or not ours, to many documents, and when it is killed. */
@Timeout(180)
class RealServerTest {

    private static final byte[] BODY = "body".getBytes(UTF_8);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path directory;

    private static ServerProcess server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new ServerProcess(directory);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static String address(String tenancy) {
        return "opensearch://127.0.0.1:" + server.port() + "/" + tenancy;
    }

    private static DocumentStore open(String tenancy) {
        return new OpenSearchStoreProvider().open(address(tenancy));
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** Done by an administrator. */
    private static Reply administer(String method, String path, String body) throws Exception {
        var calls = new HttpCalls(OpenSearchAddress.parse(address("any")));
        Reply reply = answer(calls.send(
                method.equals("PUT")
                        ? Call.put(path, JSON.readTree(body))
                        : new Call(method, path, new byte[0], true)));
        assertThat(reply.isOk()).as(reply.toString()).isTrue();
        return reply;
    }

    @Test
    void indexThatIsMadeReadOnlyIsToldAndGoesOnAfterwards() throws Exception {
        try (DocumentStore store = open("full")) {
            Documents documents = store.documents();
            assertThat(answer(documents.write("a", BODY, Documents.ABSENT))).isPresent();
            administer("PUT", "/sardonyx-full/_settings", "{\"index.blocks.read_only_allow_delete\": true}");
            assertThatThrownBy(() -> answer(documents.write("b", BODY, Documents.ABSENT)))
                    .hasCauseInstanceOf(StoreRefusal.class)
                    .hasMessageContaining("takes no writes")
                    .hasMessageContaining("if its disk is full make room");
            assertThat(answer(documents.read(List.of("a")))).hasSize(1);
            administer("PUT", "/sardonyx-full/_settings", "{\"index.blocks.read_only_allow_delete\": null}");
            assertThat(answer(documents.write("b", BODY, Documents.ABSENT))).isPresent();
        }
    }

    @Test
    void indexThatIsDeletedIsNotMadeAnew() throws Exception {
        try (DocumentStore store = open("gone")) {
            Documents documents = store.documents();
            assertThat(answer(documents.write("a", BODY, Documents.ABSENT))).isPresent();
            administer("DELETE", "/sardonyx-gone.documents", "");
            for (CompletionStage<?> call : List.of(
                    documents.write("b", BODY, Documents.ABSENT),
                    documents.write("a", BODY, DocumentVersions.of(1, 0)),
                    documents.read(List.of("a")),
                    documents.names(""))) {
                assertThatThrownBy(() -> answer(call))
                        .hasCauseInstanceOf(Unreadable.class)
                        .hasMessageContaining("is gone");
            }
        }
    }

    @Test
    void indexOfSomebodyElseIsRefused() throws Exception {
        administer("PUT", "/sardonyx-theirs", "{}");
        administer("PUT", "/sardonyx-shards.documents", """
                {"aliases": {"sardonyx-shards": {}}, "settings": {"number_of_shards": 2},
                 "mappings": {"_meta": {"sardonyx": 1}, "properties": {"name": {"type": "keyword"}}}}""");
        try (DocumentStore theirs = open("theirs");
                DocumentStore shards = open("shards")) {
            assertThatThrownBy(() -> answer(theirs.documents().write("a", BODY, Documents.ABSENT)))
                    .hasCauseInstanceOf(Unreadable.class)
                    .hasMessageContaining("sardonyx-theirs is not an index of Sardonyx");
            assertThatThrownBy(() -> answer(shards.documents().write("a", BODY, Documents.ABSENT)))
                    .hasCauseInstanceOf(Unreadable.class)
                    .hasMessageContaining("more than one shard");
        }
    }

    @Test
    void onlyNamesAreIndexed() throws Exception {
        try (DocumentStore store = open("mapping")) {
            answer(store.documents().write("a", BODY, Documents.ABSENT));
            var mappings = administer("GET", "/sardonyx-mapping", "").json().findValue("mappings");
            assertThat(mappings.path("dynamic").asText()).isEqualTo("false");
            assertThat(mappings.path("properties").size()).isEqualTo(2);
            assertThat(mappings.at("/properties/body/type").asText()).isEqualTo("binary");
        }
    }

    /** More names than a page of a search has, and more bytes than a response may have. */
    @Test
    void manyAndLargeDocumentsAreFoundAndRead() throws Exception {
        try (DocumentStore store = open("many")) {
            Documents documents = store.documents();
            List<String> names =
                    IntStream.range(0, 1_100).mapToObj(i -> "small/" + i).toList();
            writeAll(documents, names, BODY);
            List<String> large =
                    IntStream.range(0, 60).mapToObj(i -> "large/" + i).toList();
            writeAll(documents, large, new byte[Documents.MAX_BYTES]);
            assertThat(answer(documents.names("small/"))).containsExactlyInAnyOrderElementsOf(names);
            assertThat(answer(documents.read(names))).hasSize(1_100);
            assertThat(answer(documents.read(large)))
                    .hasSize(60)
                    .allMatch(document -> document.body().length == Documents.MAX_BYTES);
        }
    }

    private static void writeAll(Documents documents, List<String> names, byte[] body) throws Exception {
        List<CompletableFuture<OptionalLong>> writes = new ArrayList<>();
        for (String name : names) {
            writes.add(documents.write(name, body, Documents.ABSENT).toCompletableFuture());
        }
        for (var write : writes) {
            assertThat(answer(write)).isPresent();
        }
    }

    /** Entries that were read are still there, and what is appended next has the next position. */
    @Test
    void logGoesOnWhenTheServerIsKilled() throws Exception {
        try (Store store = Stores.open(address("killed") + "?timeoutMillis=3000");
                Store other = Stores.open(address("killed") + "?timeoutMillis=3000")) {
            List<String> before = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answer(store.log("log").append(List.of(("e" + i).getBytes(UTF_8))));
            }
            var appends = IntStream.range(20, 300)
                    .mapToObj(i -> store.log("log").append(List.of(("e" + i).getBytes(UTF_8))))
                    .toList();
            before.addAll(read(other.log("log"), 0));
            server.restart();
            appends.forEach(append ->
                    append.toCompletableFuture().exceptionally(failure -> -1L).join());
            List<String> after = patiently(other.log("log"));
            assertThat(after).startsWith(before.toArray(String[]::new));
            assertThat(after).doesNotHaveDuplicates();
            assertThat(patiently(store.log("log"))).isEqualTo(after);
            assertThat(answer(store.log("log").append(List.of(BODY)))).isEqualTo(after.size());
        }
    }

    /** Reads again as long as a server that was just started cannot answer. */
    private static List<String> patiently(Log log) throws Exception {
        while (true) {
            try {
                return read(log, 0);
            } catch (ExecutionException failure) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }

    private static List<String> read(Log log, long from) throws Exception {
        var all = new ArrayList<String>();
        var slice = answer(log.read(from, 100));
        while (!slice.entries().isEmpty()) {
            slice.entries().forEach(entry -> all.add(new String(entry, UTF_8)));
            slice = answer(log.read(from + all.size(), 100));
        }
        return all;
    }
}
