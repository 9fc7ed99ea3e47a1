package io.sardonyx.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;

/**
 * HTTP client for several servers with the same data. Requests go to one of them, and to the next when it cannot be
 * reached. So many are under way at a time, others wait, and more are refused. Thread-safe.
 */
final class HttpCalls {

    /** Largest response that is read. */
    static final int MAX_RESPONSE_BYTES = 32 << 20;

    private static final int BAD_GATEWAY = 502;
    private static final int MAX_UNDER_WAY = 32;
    private static final int MAX_WAITING = 10_000;
    private static final long MAX_WAITING_BYTES = 64 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final OpenSearchAddress address;
    private final HttpClient client;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private int underWay;
    private boolean closed;

    /** Index of the server that is asked first: the one that answered last. */
    private volatile int preferred;

    HttpCalls(OpenSearchAddress address) {
        this.address = address;
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(address.timeout())
                .followRedirects(HttpClient.Redirect.NEVER);
        if (address.tls() != null) {
            builder.sslContext(address.tls());
        }
        client = builder.build();
    }

    /**
     * A request.
     *
     * @param path with its query, below the root of a server
     * @param hasEffects whether sending it twice differs from sending it once
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Call(String method, String path, byte[] body, boolean hasEffects) {

        private static final byte[] NOTHING = {};

        static Call get(String path) {
            return new Call("GET", path, NOTHING, false);
        }

        /** A query with a body, which HTTP has no better method for. */
        static Call query(String path, JsonNode body) {
            return new Call("POST", path, bytes(body), false);
        }

        static Call put(String path, JsonNode body) {
            return new Call("PUT", path, bytes(body), true);
        }

        static Call delete(String path) {
            return new Call("DELETE", path, NOTHING, true);
        }

        private static byte[] bytes(JsonNode body) {
            return body.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return method + " " + path.replaceFirst("\\?.*", "");
        }
    }

    /** The status and the JSON of a response; missing if it was none. */
    record Reply(int status, JsonNode json) {

        boolean isOk() {
            return status >= 200 && status < 300;
        }
    }

    private record Waiting(Call call, CompletableFuture<Reply> reply) {}

    CompletableFuture<Reply> send(Call call) {
        var next = new Waiting(call, new CompletableFuture<>());
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(refusal());
            }
            if (underWay == MAX_UNDER_WAY) {
                if (waiting.size() == MAX_WAITING || waitingBytes + call.body().length > MAX_WAITING_BYTES) {
                    return CompletableFuture.failedFuture(
                            new StoreRefusal(waiting.size() + " requests wait for " + address + ", which is too slow"));
                }
                waiting.add(next);
                waitingBytes += call.body().length;
                return next.reply();
            }
            underWay++;
        }
        start(next);
        return next.reply();
    }

    private void start(Waiting next) {
        var unused = attempt(next.call(), preferred, 1).whenComplete((reply, failure) -> {
            startNext();
            if (failure == null) {
                next.reply().complete(reply);
            } else {
                next.reply().completeExceptionally(cause(failure));
            }
        });
    }

    private void startNext() {
        Waiting next;
        synchronized (this) {
            if (waiting.isEmpty()) {
                underWay--;
                return;
            }
            next = waiting.remove();
            waitingBytes -= next.call().body().length;
        }
        start(next);
    }

    private CompletableFuture<Reply> attempt(Call call, int server, int attempt) {
        URI root = address.servers().get(server);
        return client.sendAsync(request(call, root), info -> new LimitedBody(MAX_RESPONSE_BYTES))
                .thenApply(HttpCalls::reply)
                .thenApply(reply -> {
                    // One that is cut off from the others says that it cannot; another may.
                    preferred = reply.status() >= BAD_GATEWAY ? next(server) : server;
                    return Optional.of(reply);
                })
                .exceptionally(failure -> {
                    if (!isToBeRepeated(call, cause(failure), attempt)) {
                        throw explained(call, root, cause(failure));
                    }
                    return Optional.empty();
                })
                .thenCompose(reply -> reply.map(CompletableFuture::completedFuture)
                        .orElseGet(() -> attempt(call, next(server), attempt + 1)));
    }

    private int next(int server) {
        return (server + 1) % address.servers().size();
    }

    /**
     * Whether another server is asked: what was not sent, until all have been tried; what has no effects, once more,
     * since a connection may have been closed while nobody used it.
     */
    private boolean isToBeRepeated(Call call, Throwable failure, int attempt) {
        int servers = address.servers().size();
        return isNotSent(failure)
                ? attempt < servers
                : !call.hasEffects() && attempt <= servers && !(failure instanceof LimitedBody.TooLarge);
    }

    private static boolean isNotSent(Throwable failure) {
        return failure instanceof ConnectException
                || failure instanceof HttpConnectTimeoutException
                || failure instanceof UnresolvedAddressException
                || failure instanceof SSLException;
    }

    private static CompletionException explained(Call call, URI root, Throwable failure) {
        if (failure instanceof LimitedBody.TooLarge) {
            return new CompletionException(failure);
        }
        if (failure instanceof SSLException) {
            return new CompletionException(
                    new StoreRefusal(root + " cannot be talked to under TLS: " + failure.getMessage()));
        }
        if (isNotSent(failure)) {
            return new CompletionException(new StoreRefusal(root + " cannot be reached: " + told(failure)));
        }
        String what = root + " gave no answer to " + call + ": " + told(failure);
        return new CompletionException(
                call.hasEffects() ? new OutcomeUnknown(what, failure) : new IOException(what, failure));
    }

    private static String told(Throwable failure) {
        String type = failure.getClass().getSimpleName();
        return failure.getMessage() == null ? type : type + ", " + failure.getMessage();
    }

    private HttpRequest request(Call call, URI root) {
        var request = HttpRequest.newBuilder(URI.create(root + call.path()))
                .method(
                        call.method(),
                        call.body().length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(call.body()))
                .timeout(address.timeout());
        if (call.body().length > 0) {
            request.header("Content-Type", "application/json");
        }
        if (address.user() != null) {
            byte[] pair = (address.user() + ":" + address.password()).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return request.build();
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        try {
            JsonNode json = JSON.readTree(response.body());
            return new Reply(response.statusCode(), json == null ? MissingNode.getInstance() : json);
        } catch (IOException e) {
            return new Reply(response.statusCode(), MissingNode.getInstance());
        }
    }

    /** The failure itself, without the exceptions that stages wrap it into. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static IllegalStateException refusal() {
        return new IllegalStateException("this store is closed");
    }

    /** Refuses what waits and what comes; what is under way ends by itself. */
    void close() {
        List<Waiting> refused;
        synchronized (this) {
            closed = true;
            refused = new ArrayList<>(waiting);
            waiting.clear();
            waitingBytes = 0;
        }
        refused.forEach(it -> it.reply().completeExceptionally(refusal()));
    }
}
