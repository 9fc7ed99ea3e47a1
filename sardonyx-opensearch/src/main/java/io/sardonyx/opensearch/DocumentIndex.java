package io.sardonyx.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.opensearch.HttpCalls.Call;
import io.sardonyx.opensearch.HttpCalls.Reply;
import io.sardonyx.port.Unreadable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The index of a tenancy, which is checked, or created, before the first request. Thread-safe.
 *
 * <p>Requests go to an alias of it: a server that has lost the index then refuses them, where otherwise it would create
 * one of its own making.
 */
final class DocumentIndex {

    /** What follows the alias in the name of the index; no tenancy can have it. */
    private static final String ENDING = ".documents";

    /** Version of the mapping; another one is another release's. */
    private static final int FORMAT = 1;

    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final long AGAIN_AFTER_MILLIS = 100;
    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\..*");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final OpenSearchAddress address;
    private final HttpCalls calls;
    private final String path;
    private @Nullable CompletableFuture<Boolean> ready;

    DocumentIndex(OpenSearchAddress address, HttpCalls calls) {
        this.address = address;
        this.calls = calls;
        this.path = "/" + address.index();
    }

    /** Sends a request once the index is there; an error response is left to the caller. */
    CompletableFuture<Reply> send(Call call) {
        return ready().thenCompose(checked -> calls.send(call));
    }

    /** Sends a request without effects, again while no copy of the shard can answer it, until its timeout. */
    CompletableFuture<Reply> query(Call call) {
        long deadline = System.nanoTime() + address.timeout().toNanos();
        return ready().thenCompose(checked -> query(call, deadline));
    }

    private CompletableFuture<Reply> query(Call call, long deadline) {
        return calls.send(call).thenCompose(reply -> {
            if (!isUnavailable(reply) || System.nanoTime() - deadline >= 0) {
                return CompletableFuture.completedFuture(reply);
            }
            var later = CompletableFuture.delayedExecutor(AGAIN_AFTER_MILLIS, TimeUnit.MILLISECONDS);
            return CompletableFuture.runAsync(() -> {}, later).thenCompose(waited -> query(call, deadline));
        });
    }

    /** As between the death of a server and the moment when another one has taken over, or after the creation. */
    private static boolean isUnavailable(Reply reply) {
        return reply.status() == UNAVAILABLE
                || reply.json().findValuesAsText("type").contains("no_shard_available_action_exception");
    }

    /** The path of the alias. */
    String path() {
        return path;
    }

    /** The exception for a response that is an error. */
    RuntimeException fault(Call call, Reply reply) {
        return ServerFaults.of(call, reply, address);
    }

    /** Checks once; a check that failed is made again by the next request. */
    private synchronized CompletableFuture<Boolean> ready() {
        if (ready == null || ready.isCompletedExceptionally()) {
            ready = checkVersion().thenCompose(known -> find(true));
        }
        return ready;
    }

    private CompletableFuture<Boolean> checkVersion() {
        Call call = Call.get("/");
        return calls.send(call).thenApply(reply -> {
            if (!reply.isOk()) {
                throw fault(call, reply);
            }
            JsonNode version = reply.json().path("version");
            String number = version.path("number").asText("");
            boolean isOpenSearch = version.path("distribution").asText("").equals("opensearch");
            Matcher parts = VERSION.matcher(number);
            if (!parts.matches() || !isSupported(isOpenSearch, parts)) {
                throw new Unreadable(address.servers().get(0) + " is "
                        + (number.isEmpty() ? "neither OpenSearch nor Elasticsearch" : "of version " + number)
                        + "; OpenSearch from 2.0 on or Elasticsearch from 7.17 on is needed");
            }
            return true;
        });
    }

    private static boolean isSupported(boolean isOpenSearch, Matcher version) {
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        return isOpenSearch ? major >= 2 : major > 7 || major == 7 && minor >= 17;
    }

    private CompletableFuture<Boolean> find(boolean mayCreate) {
        Call call = Call.get(path);
        return calls.send(call).thenCompose(reply -> {
            if (reply.status() == NOT_FOUND && mayCreate) {
                return create();
            }
            if (!reply.isOk()) {
                throw fault(call, reply);
            }
            check(reply.json());
            return CompletableFuture.completedFuture(true);
        });
    }

    /** Creates the index and its alias; if another process does so at the same time, its is checked. */
    private CompletableFuture<Boolean> create() {
        Call call = Call.put(path + ENDING, definition());
        return calls.send(call).thenCompose(reply -> {
            String error = reply.json().path("error").path("type").asText("");
            if (!reply.isOk() && !error.equals("resource_already_exists_exception")) {
                throw fault(call, reply);
            }
            return find(false);
        });
    }

    /** One shard, whose sequence numbers order all writes; only names are indexed. */
    private ObjectNode definition() {
        ObjectNode definition = JSON.objectNode();
        definition.putObject("aliases").putObject(address.index());
        definition
                .putObject("settings")
                .putObject("index")
                .put("number_of_shards", 1)
                .put("auto_expand_replicas", "0-1");
        ObjectNode mappings = definition.putObject("mappings");
        mappings.put("dynamic", false);
        mappings.putObject("_meta").put("sardonyx", FORMAT);
        ObjectNode properties = mappings.putObject("properties");
        properties.putObject("name").put("type", "keyword");
        properties.putObject("body").put("type", "binary");
        return definition;
    }

    private void check(JsonNode found) {
        JsonNode index = found.path(address.index() + ENDING);
        JsonNode mappings = index.path("mappings");
        int format = mappings.path("_meta").path("sardonyx").asInt(0);
        if (found.size() != 1 || format == 0) {
            throw new Unreadable(address.servers().get(0) + path + " is not an index of Sardonyx, which would be the"
                    + " alias of " + address.index() + ENDING + "; choose another tenancy");
        }
        boolean isOurs = format == FORMAT
                && mappings.path("properties")
                        .path("name")
                        .path("type")
                        .asText("")
                        .equals("keyword")
                && index.path("settings")
                        .path("index")
                        .path("number_of_shards")
                        .asText("")
                        .equals("1");
        if (!isOurs) {
            throw new Unreadable(address.servers().get(0) + path + " has another mapping than this release writes, of"
                    + " format " + format + " instead of " + FORMAT + ", or more than one shard");
        }
    }
}
