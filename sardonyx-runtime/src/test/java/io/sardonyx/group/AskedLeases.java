package io.sardonyx.group;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Leases that a test answers for when it likes. */
final class AskedLeases implements Leases {

    /** Every question so far, in order. */
    final List<String> asked = new ArrayList<>();

    private final List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    private final Map<String, Runnable> nudges = new TreeMap<>();

    /** The answer to the latest question. */
    CompletableFuture<Boolean> latest() {
        return answers.get(answers.size() - 1);
    }

    void nudge(GroupId group) {
        nudges.get(Pulse.nameOf(group)).run();
    }

    boolean isWatched(GroupId group) {
        return nudges.containsKey(Pulse.nameOf(group));
    }

    @Override
    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
        throw new AssertionError(name + " is for others to claim");
    }

    @Override
    public CompletionStage<Boolean> isHeld(String name) {
        asked.add(name);
        answers.add(new CompletableFuture<>());
        return latest();
    }

    @Override
    public Watch onFree(String name, Runnable nudge) {
        nudges.put(name, nudge);
        return () -> nudges.remove(name);
    }
}
