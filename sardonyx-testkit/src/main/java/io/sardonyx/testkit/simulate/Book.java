package io.sardonyx.testkit.simulate;

import io.sardonyx.codec.Field;
import io.sardonyx.codec.Json;
import io.sardonyx.value.TaskName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of one job: what has to come out of it, what came, and how far others say it is done. */
final class Book {

    /** How it is with a job. */
    enum State {
        OPEN,
        COMPLETED,
        KILLED
    }

    final Commission commission;
    private final Stock stock;
    private final Map<String, Set<Object>> allowed = new HashMap<>();
    private final Map<String, Set<Object>> came = new HashMap<>();
    private final Map<String, Mark> marks = new HashMap<>();
    private final Set<TaskName> exhausted = new HashSet<>();
    private State state = State.OPEN;
    private boolean struck;
    private long repeats;

    private record Mark(int position, boolean atEnd, long fence) {}

    Book(Commission commission, Stock stock) {
        this.commission = commission;
        this.stock = stock;
        commission.inputs().forEach((task, partitions) -> {
            stock.put(commission.stockName(task), partitions);
            partitions.forEach(partition -> partition.forEach(number -> commission
                    .due()
                    .apply((long) number)
                    .forEach((output, segments) -> allowed.computeIfAbsent(output, ignored -> new HashSet<>())
                            .addAll(segments))));
        });
    }

    State state() {
        return state;
    }

    /** How often something came again. */
    long repeats() {
        return repeats;
    }

    /** Somebody wants it killed, so it may or may not complete. */
    void strike() {
        struck = true;
    }

    void settled(String output, Object segment) {
        Object plain = segment instanceof Map<?, ?> letter ? letter.get("segment") : segment;
        if (!allowed.getOrDefault(output, Set.of()).contains(plain)) {
            throw new AssertionError(name() + " settled " + segment + " at " + output + ", which is not in its input");
        }
        if (!came.computeIfAbsent(output, ignored -> new HashSet<>()).add(plain)) {
            repeats++;
        }
    }

    private String name() {
        return commission.job().name();
    }

    /** What is before a checkpoint has come to its outputs; a checkpoint never goes back, nor does its fence. */
    void checkpoint(String task, int partition, byte[] body) {
        Field root = Json.read(body);
        var mark = new Mark(
                root.at("position").isAbsent()
                        ? 0
                        : Integer.parseInt(root.at("position").text()),
                root.at("atEnd").flag(),
                root.at("fence").whole(-1, Long.MAX_VALUE));
        String place = task + "/" + partition;
        Mark before = marks.getOrDefault(place, new Mark(0, false, -1));
        if (mark.fence < before.fence || mark.position < before.position || before.atEnd && !mark.atEnd) {
            throw new AssertionError(name() + " went back at " + place + " from " + before + " to " + mark);
        }
        marks.put(place, mark);
        List<Object> segments =
                commission.inputs().getOrDefault(task, List.of()).get(partition);
        if (mark.atEnd && mark.position != segments.size()) {
            throw new AssertionError(name() + " holds " + place + " for finished at " + mark.position);
        }
        demandSkipped(place, root.at("skipped"), segments.subList(0, mark.position));
        segments.subList(before.position, mark.position).forEach(number -> demand(number, "a checkpoint of " + place));
    }

    /** Its checkpoint is gone: it may be read again from the beginning. */
    void forget(String task, int partition) {
        marks.remove(task + "/" + partition);
    }

    /** Skipped means threw: so many as a function cannot handle, each once. */
    private void demandSkipped(String place, Field skipped, List<Object> done) {
        long threw = done.stream()
                .filter(number -> commission.skipping() && Labour.isPoison((long) number))
                .count();
        long told = skipped.fields().stream()
                .mapToLong(task -> task.whole(1, Long.MAX_VALUE))
                .sum();
        if (told != threw) {
            throw new AssertionError(
                    name() + " says that " + told + " segments of " + place + " were skipped, but " + threw + " threw");
        }
    }

    private void demand(Object number, String who) {
        commission.due().apply((long) number).forEach((output, segments) -> {
            Set<Object> there = came.getOrDefault(output, Set.of());
            if (!there.containsAll(segments)) {
                throw new AssertionError(
                        who + " says that " + number + " of " + name() + " is done, but it is not at output " + output);
            }
        });
    }

    private void demandAll(String task, String who) {
        commission
                .inputs()
                .getOrDefault(task, List.of())
                .forEach(partition -> partition.forEach(number -> demand(number, who)));
    }

    void exhausted(TaskName task) {
        if (exhausted.add(task)) {
            demandAll(task.text(), "exhaust-input of " + task);
        }
    }

    void completed() {
        state = State.COMPLETED;
        commission.inputs().keySet().forEach(task -> demandAll(task, "completion"));
        allowed.keySet().forEach(output -> {
            if (!stock.isSealed(commission.stockName(output))) {
                throw new AssertionError(name() + " is completed, but " + output + " was never sealed");
            }
        });
        if (commission.doomed()) {
            throw new AssertionError(name() + " is completed, but its input kills it");
        }
    }

    void killed(String why) {
        state = State.KILLED;
        if (!struck && !commission.doomed() && !commission.mayDie()) {
            throw new AssertionError(name() + " was killed, though nobody asked for it: " + why);
        }
    }
}
