package io.sardonyx.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.sardonyx.opensearch.HttpCalls.Call;
import io.sardonyx.opensearch.HttpCalls.Reply;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;

/** What the error responses of a server mean, as exceptions that say what to do. */
final class ServerFaults {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;
    private static final int BROKEN = 500;

    private ServerFaults() {}

    /** The exception for a response that is an error. */
    static RuntimeException of(Call call, Reply reply, OpenSearchAddress address) {
        JsonNode error = reply.json().path("error");
        return of(call, reply.status(), error, address.toString());
    }

    /**
     * The exception for an error.
     *
     * @param where server and index, for the message
     */
    static RuntimeException of(Call call, int status, JsonNode error, String where) {
        String type = error.path("type").asText("");
        String reason = error.path("reason").asText(error.isTextual() ? error.asText() : "no reason is given");
        if (type.equals("cluster_block_exception")) {
            return new StoreRefusal(where + " takes no writes or has no leader: " + reason
                    + "; if its disk is full make room, if somebody made it read-only lift that block");
        }
        if (type.equals("index_not_found_exception")) {
            return new Unreadable(where + " is gone: " + reason + "; somebody deleted the index or its alias");
        }
        return switch (status) {
            case UNAUTHORIZED -> new Forbidden(where + " does not know this user and password: " + reason);
            case FORBIDDEN -> new Forbidden(where + " does not allow this user " + call + ": " + reason);
            case TOO_MANY -> new StoreRefusal(where + " is overloaded or full: " + reason);
            case NOT_FOUND -> new StoreRefusal(where + " does not know " + call + ": " + reason);
            default -> other(call, status, reason, where);
        };
    }

    private static RuntimeException other(Call call, int status, String reason, String where) {
        String what = where + " answered " + call + " with status " + status + ": " + reason;
        return call.hasEffects() && status >= BROKEN
                ? new OutcomeUnknown(what, new StoreRefusal(reason))
                : new StoreRefusal(what);
    }
}
