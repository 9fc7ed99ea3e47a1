package io.sardonyx.answer;

import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.client.admin.CoordinatorSnapshot.Since;
import io.sardonyx.coordinate.RunningCoordinator;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.value.PeerId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What an operator has to know of a cluster's coordinator, a sentence each: nobody leads, an offer hangs. */
public final class CoordinatorFindings {

    /** How long an offer may be open before it is told, longer than the usual time after which it is revoked. */
    private static final Duration HANGING = Duration.ofMinutes(1);

    private CoordinatorFindings() {}

    /** Why nobody is offered anything; none while a coordinator leads. */
    public static List<String> withoutLeader(List<RunningCoordinator> running) {
        if (running.isEmpty()) {
            return List.of("no coordinator runs, so no peer is offered a task; start one with"
                    + " sardonyx coordinator start --store ADDRESS, or a second one for when the first ends");
        }
        return running.stream().anyMatch(RunningCoordinator::leads)
                ? List.of()
                : List.of("no coordinator leads now, but " + Phrases.count(running.size(), "coordinator")
                        + (running.size() == 1 ? " stands" : " stand")
                        + " by; one takes the lease when it is free");
    }

    /** All of it. */
    public static List<String> of(CoordinatorSnapshot now, Instant clock) {
        var sentences = new ArrayList<>(withoutLeader(now.running()));
        for (PeerId id : now.offered()) {
            Since since = now.since().get(id);
            RosterPeer peer = now.roster().peers().get(id);
            Instant at = since == null ? null : since.at();
            if (peer != null && since != null && at != null && at.plus(HANGING).isBefore(clock)) {
                sentences.add("peer " + id + " " + RosterDifferences.state(peer) + " since event " + since.position()
                        + ", " + Duration.between(at, clock).toSeconds()
                        + " s ago, and has neither accepted nor lost it; does its process hang?");
            }
        }
        return sentences;
    }
}
