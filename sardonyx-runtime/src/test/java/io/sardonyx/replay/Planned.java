package io.sardonyx.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.assignment.Place;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.Assignment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The input of a scheduler example and what came out, in words that its claims are made of. */
record Planned(Replica before, SchedulingOutcome outcome) {

    static Planned of(JsonNode vector) {
        Replica replica = replica(vector);
        return new Planned(replica, SchedulingOutcome.of(replica));
    }

    static Replica replica(JsonNode vector) {
        ObjectNode input = vector.get("input").deepCopy();
        if (vector.get("era").asText().equals("volunteer-0.5")) {
            input.put("allocation", "volunteered");
        }
        return Scenario.read(Vectors.bytes(input)).replica();
    }

    static Map<String, Integer> counts(List<Demand> demands) {
        var counts = new TreeMap<String, Integer>();
        demands.forEach(demand -> demand.forEachAssignment(
                assignment -> counts.merge(assignment.job() + "/" + assignment.task(), 1, Integer::sum)));
        return counts;
    }

    static Map<String, Integer> totals(List<Demand> demands) {
        var totals = new TreeMap<String, Integer>();
        demands.forEach(demand -> {
            if (demand.size() > 0) {
                totals.put(demand.job().id().text(), demand.size());
            }
        });
        return totals;
    }

    int count(String task) {
        return outcome.demands().stream()
                .flatMap(demand -> java.util.stream.IntStream.range(
                                0, demand.stages().size())
                        .filter(t -> demand.job().tasks().get(t).name().text().equals(task))
                        .mapToObj(t -> demand.stages().get(t).places().size()))
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** Where each busy peer is, as job/task. */
    Map<String, String> places() {
        return places(outcome.demands());
    }

    Map<String, String> placesBefore() {
        return places(before.jobs().demands());
    }

    private static Map<String, String> places(List<Demand> demands) {
        var places = new TreeMap<String, String>();
        demands.forEach(
                demand -> demand.forEachAssignment(assignment -> places.put(peer(assignment), task(assignment))));
        return places;
    }

    private static String peer(Assignment assignment) {
        return assignment.peer().text();
    }

    private static String task(Assignment assignment) {
        return assignment.job() + "/" + assignment.task();
    }

    /** The peers whose place is not what it was. */
    List<String> moved() {
        Map<String, String> old = placesBefore();
        Map<String, String> now = places();
        return before.peers().present().keys().stream()
                .map(peer -> peer.text())
                .filter(peer -> !old.getOrDefault(peer, "").equals(now.getOrDefault(peer, "")))
                .toList();
    }

    String siteOf(String peer) {
        return before.peers().present().values().stream()
                .filter(one -> one.id().text().equals(peer))
                .map(one -> String.valueOf(one.site()))
                .findFirst()
                .orElseThrow();
    }

    /** The slots of each task that has peers. */
    List<List<Integer>> slots() {
        return outcome.demands().stream()
                .flatMap(demand -> demand.stages().stream())
                .map(stage -> stage.places().stream().map(Place::slot).toList())
                .filter(slots -> !slots.isEmpty())
                .toList();
    }
}
