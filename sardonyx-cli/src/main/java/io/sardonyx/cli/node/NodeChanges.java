package io.sardonyx.cli.node;

import io.sardonyx.claim.NodeState;
import io.sardonyx.value.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compares the states of a node, one after the other, and tells what has changed. For one thread. */
final class NodeChanges {

    private final Consumer<NodeEvent> told;
    private boolean leads;
    private int held;
    private Map<JobId, String> unfit = Map.of();
    private final Map<String, String> unreadable = new HashMap<>();
    private @Nullable String trouble;

    NodeChanges(Consumer<NodeEvent> told) {
        this.told = told;
    }

    void look(NodeState now) {
        storeChanged(now.trouble());
        if (now.leads() != leads) {
            leads = now.leads();
            told.accept(leads ? NodeEvent.leads() : NodeEvent.leadsNoMore());
        }
        if (now.held().size() != held) {
            held = now.held().size();
            told.accept(NodeEvent.holds(held));
        }
        now.unfit().forEach((job, reason) -> {
            if (!reason.equals(unfit.get(job))) {
                told.accept(NodeEvent.unfit(job, reason));
            }
        });
        unfit = Map.copyOf(now.unfit());
        now.unreadable().forEach((document, reason) -> {
            if (!reason.equals(unreadable.put(document, reason))) {
                told.accept(NodeEvent.unreadable(document, reason));
            }
        });
        unreadable.keySet().retainAll(now.unreadable().keySet());
    }

    private void storeChanged(@Nullable String now) {
        if (now != null && !now.equals(trouble)) {
            told.accept(NodeEvent.storeAway(now));
        } else if (now == null && trouble != null) {
            told.accept(NodeEvent.storeBack());
        }
        trouble = now;
    }
}
