package io.sardonyx.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.opensearch.HttpCalls.Call;
import io.sardonyx.opensearch.HttpCalls.Reply;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Documents in an index: a name, and a body that only its source holds. */
final class OpenSearchDocuments implements Documents {

    private static final String NAME = "name";
    private static final String BODY = "body";

    /** Documents that one request asks for. */
    private static final int MAX_READ = 1_000;

    /** Names on a page of a search. */
    private static final int PAGE = 1_000;

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final OpenSearchAddress address;
    private final DocumentIndex index;
    private final ChangePoller changes;

    OpenSearchDocuments(OpenSearchAddress address, DocumentIndex index, ChangePoller changes) {
        this.address = address;
        this.index = index;
        this.changes = changes;
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        List<String> wanted =
                names.stream().filter(name -> !name.isEmpty()).distinct().toList();
        return readAll(wanted, 0, new ArrayList<>());
    }

    private CompletableFuture<List<Document>> readAll(List<String> wanted, int from, List<Document> found) {
        if (from >= wanted.size()) {
            return CompletableFuture.completedFuture(found);
        }
        int until = Math.min(wanted.size(), from + MAX_READ);
        return readOnce(wanted.subList(from, until)).thenCompose(some -> {
            found.addAll(some);
            return readAll(wanted, until, found);
        });
    }

    /** Reads by one request, or by two if the response would be too large. */
    private CompletableFuture<List<Document>> readOnce(List<String> wanted) {
        return get(wanted).exceptionallyCompose(failure -> {
            if (!(HttpCalls.cause(failure) instanceof LimitedBody.TooLarge) || wanted.size() == 1) {
                return CompletableFuture.failedFuture(HttpCalls.cause(failure));
            }
            int half = wanted.size() / 2;
            return readOnce(wanted.subList(0, half))
                    .thenCombine(readOnce(wanted.subList(half, wanted.size())), (one, other) -> {
                        var both = new ArrayList<>(one);
                        both.addAll(other);
                        return both;
                    });
        });
    }

    private CompletableFuture<List<Document>> get(List<String> wanted) {
        return fetch(wanted).thenApply(docs -> {
            var found = new ArrayList<Document>();
            for (int i = 0; i < wanted.size(); i++) {
                JsonNode doc = docs.path(i);
                if (doc.path("found").asBoolean(false)) {
                    found.add(document(wanted.get(i), doc));
                }
            }
            return found;
        });
    }

    /** The entries of a multi-get, in the order of the names. */
    private CompletableFuture<JsonNode> fetch(List<String> wanted) {
        ObjectNode body = JSON.objectNode();
        ArrayNode ids = body.putArray("ids");
        wanted.forEach(name -> ids.add(DocumentIds.of(name)));
        Call call = Call.query(index.path() + "/_mget", body);
        return index.query(call).thenApply(reply -> {
            JsonNode docs = reply.json().path("docs");
            if (!reply.isOk() || docs.size() != wanted.size()) {
                throw index.fault(call, reply);
            }
            for (JsonNode doc : docs) {
                if (doc.has("error")) {
                    throw ServerFaults.of(call, reply.status(), doc.path("error"), address.toString());
                }
            }
            return docs;
        });
    }

    private Document document(String name, JsonNode doc) {
        JsonNode source = doc.path("_source");
        String body = source.path(BODY).textValue();
        if (body == null || !source.path(NAME).asText("").equals(name)) {
            throw damaged(name, "it lacks its name or its body");
        }
        try {
            return new Document(name, Base64.getDecoder().decode(body), version(doc));
        } catch (IllegalArgumentException e) {
            throw damaged(name, "its body is not Base64");
        }
    }

    private Unreadable damaged(String name, String why) {
        return new Unreadable("document '" + name + "' in " + address + " is damaged: " + why);
    }

    /** The version in the answer to a write or a read of one document. */
    static long version(JsonNode doc) {
        return DocumentVersions.of(
                doc.path("_primary_term").asLong(-1), doc.path("_seq_no").asLong(-1));
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        Call refresh = new Call("POST", index.path() + "/_refresh", new byte[0], false);
        // Who may not refresh sees what was written a second ago.
        return index.send(refresh).thenCompose(refreshed -> search(prefix, "", new TreeSet<>()));
    }

    private CompletableFuture<List<String>> search(String prefix, String after, TreeSet<String> found) {
        ObjectNode query = JSON.objectNode();
        query.put("size", PAGE).put("_source", false).put("track_total_hits", false);
        query.putArray("sort").addObject().put(NAME, "asc");
        if (prefix.isEmpty()) {
            query.putObject("query").putObject("match_all");
        } else {
            query.putObject("query").putObject("prefix").putObject(NAME).put("value", prefix);
        }
        if (!after.isEmpty()) {
            query.putArray("search_after").add(after);
        }
        Call call = Call.query(index.path() + "/_search", query);
        return index.query(call).thenCompose(reply -> {
            if (!reply.isOk()) {
                throw index.fault(call, reply);
            }
            JsonNode hits = reply.json().path("hits").path("hits");
            String last = "";
            for (JsonNode hit : hits) {
                last = hit.path("sort").path(0).asText("");
                if (last.startsWith(prefix) && !last.isEmpty()) {
                    found.add(last);
                }
            }
            return hits.size() < PAGE || last.isEmpty()
                    ? CompletableFuture.completedFuture(List.copyOf(found))
                    : search(prefix, last, found);
        });
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        if (body.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "the document '" + name + "' has " + body.length + " bytes, more than " + MAX_BYTES);
        }
        ObjectNode source = JSON.objectNode();
        source.put(NAME, DocumentIds.checked(name))
                .put(BODY, Base64.getEncoder().encodeToString(body));
        if (seen != ABSENT && !DocumentVersions.isPossible(seen)) {
            return conflict(OptionalLong.empty());
        }
        String path = seen == ABSENT
                ? index.path() + "/_create/" + DocumentIds.of(name) + "?"
                : index.path() + "/_doc/" + DocumentIds.of(name) + "?" + condition(seen) + "&";
        Call call = Call.put(
                path + "require_alias=true&timeout=" + address.timeout().toMillis() + "ms", source);
        return index.send(call).thenApply(reply -> {
            if (reply.status() == CONFLICT) {
                return OptionalLong.empty();
            }
            if (!reply.isOk()) {
                throw index.fault(call, reply);
            }
            changes.written(name);
            return OptionalLong.of(version(reply.json()));
        });
    }

    private static String condition(long seen) {
        return "if_seq_no=" + DocumentVersions.sequence(seen) + "&if_primary_term=" + DocumentVersions.term(seen);
    }

    /** A conflict that needs no request, if the store is open. */
    private <T> CompletableFuture<T> conflict(T answer) {
        return index.send(Call.get("/")).thenApply(reply -> answer);
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        DocumentIds.checked(name);
        if (seen == DAMAGED) {
            return fetch(List.of(name)).thenCompose(docs -> deleteDamaged(name, docs.path(0)));
        }
        return DocumentVersions.isPossible(seen) ? deleteAt(name, seen) : conflict(false);
    }

    private CompletableFuture<Boolean> deleteDamaged(String name, JsonNode doc) {
        if (doc.path("found").asBoolean(false)) {
            try {
                document(name, doc);
            } catch (Unreadable damaged) {
                return deleteAt(name, version(doc));
            }
        }
        return CompletableFuture.completedFuture(false);
    }

    private CompletableFuture<Boolean> deleteAt(String name, long seen) {
        Call call = Call.delete(index.path() + "/_doc/" + DocumentIds.of(name) + "?" + condition(seen) + "&timeout="
                + address.timeout().toMillis() + "ms");
        return index.send(call).thenApply(reply -> {
            if (reply.status() == CONFLICT || isAbsent(reply)) {
                return false;
            }
            if (!reply.isOk()) {
                throw index.fault(call, reply);
            }
            changes.written(name);
            return true;
        });
    }

    private static boolean isAbsent(Reply reply) {
        return reply.status() == NOT_FOUND
                && reply.json().path("result").asText("").equals("not_found");
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        return changes.add(prefix, nudge);
    }
}
