package io.sardonyx.opensearch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A server that answers as a test says, for faults that a real one cannot be brought to. */
final class FakeServer implements AutoCloseable {

    static final String ROOT = """
            {"version": {"distribution": "opensearch", "number": "2.19.6"}}""";

    static final String INDEX = """
            {"sardonyx-orders.documents": {
              "mappings": {"_meta": {"sardonyx": 1}, "properties": {"name": {"type": "keyword"}}},
              "settings": {"index": {"number_of_shards": "1"}}}}""";

    /** What it has been asked, as "PUT /path". */
    final List<String> asked = new CopyOnWriteArrayList<>();

    final List<String> authorizations = new CopyOnWriteArrayList<>();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Function<String, @Nullable Answer> answers;

    /** A status and a body. */
    record Answer(int status, String body) {}

    /** @param answers by what it is asked; null to end the connection without an answer */
    FakeServer(Function<String, @Nullable Answer> answers) throws IOException {
        this(answers, null);
    }

    FakeServer(Function<String, @Nullable Answer> answers, @Nullable SSLContext tls) throws IOException {
        this.answers = answers;
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (tls == null) {
            server = HttpServer.create(address, 0);
        } else {
            HttpsServer encrypted = HttpsServer.create(address, 0);
            encrypted.setHttpsConfigurator(new HttpsConfigurator(tls));
            server = encrypted;
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** One with an index, which answers other requests as told. */
    static FakeServer withIndex(Function<String, @Nullable Answer> answers) throws IOException {
        return new FakeServer(asked -> switch (asked) {
            case "GET /" -> new Answer(200, ROOT);
            case "GET /sardonyx-orders" -> new Answer(200, INDEX);
            default -> answers.apply(asked);
        });
    }

    private void serve(HttpExchange exchange) {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String question =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            asked.add(question);
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            Answer answer = answers.apply(question);
            if (answer != null) {
                byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(answer.status(), body.length);
                exchange.getResponseBody().write(body);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String place() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    String address() {
        return "opensearch://" + place() + "/orders";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
