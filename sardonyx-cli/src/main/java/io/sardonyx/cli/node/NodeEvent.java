package io.sardonyx.cli.node;

import io.sardonyx.answer.Phrases;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.value.JobId;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;

/**
 * A change of a node, printed by {@code node start}.
 *
 * @param event keyword for programs
 * @param facts by name
 * @param sentence text for people
 */
record NodeEvent(String event, Map<String, String> facts, String sentence) {

    static NodeEvent started(String token, int workers) {
        return new NodeEvent(
                "started",
                Map.of("node", token, "workers", String.valueOf(workers)),
                "node " + token + " has " + Phrases.count(workers, "worker"));
    }

    static NodeEvent metrics(String url) {
        return new NodeEvent("metrics", Map.of("url", url), "metrics are at " + url);
    }

    static NodeEvent leads() {
        return new NodeEvent("leads", Map.of(), "leads: lists the inputs of jobs and creates their partitions");
    }

    static NodeEvent leadsNoMore() {
        return new NodeEvent("leads-no-more", Map.of(), "leads no more");
    }

    static NodeEvent holds(int partitions) {
        return new NodeEvent(
                "holds",
                Map.of("partitions", String.valueOf(partitions)),
                "holds " + Phrases.count(partitions, "partition"));
    }

    static NodeEvent unfit(JobId job, String reason) {
        return new NodeEvent(
                "unfit", Map.of("job", job.text(), "reason", reason), "is unfit for job " + job + ": " + reason);
    }

    static NodeEvent unreadable(String document, String reason) {
        return new NodeEvent(
                "unreadable", Map.of("document", document, "reason", reason), "leaves something alone: " + reason);
    }

    static NodeEvent storeAway(String reason) {
        return new NodeEvent(
                "store-away",
                Map.of("reason", reason),
                "the store fails, so partitions may be lost to other nodes: " + reason);
    }

    static NodeEvent storeBack() {
        return new NodeEvent("store-back", Map.of(), "the store works again");
    }

    static NodeEvent left() {
        return new NodeEvent("left", Map.of(), "gave everything back");
    }

    String text() {
        return NodeStoreCommand.plain(sentence);
    }

    String json() {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin().text("event", event);
        new TreeMap<>(facts).forEach(out::text);
        out.end().finish();
        return text.toString();
    }
}
