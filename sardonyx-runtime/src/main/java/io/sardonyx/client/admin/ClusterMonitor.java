package io.sardonyx.client.admin;

import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.content.Reports;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.group.Pulse;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.Ring;
import io.sardonyx.report.JobReport;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Takes snapshots of a whole cluster. All requests of a snapshot are in flight at once, so it takes about as long as
 * the slowest answer.
 */
public final class ClusterMonitor {

    /** Most groups and jobs that are queried, so that monitoring does not overload the store. */
    private static final int MOST_GROUPS = 1_000;

    private static final int MOST_JOBS = 500;

    private final AdminClient client;
    private final Store store;

    /** @param store that of the client; remains the caller's to close */
    public ClusterMonitor(AdminClient client, Store store) {
        this.client = client;
        this.store = store;
    }

    /**
     * A snapshot of the cluster now.
     *
     * @throws StoreUnreachable when the store does not answer or fails; a retry may help
     */
    public ClusterSnapshot look() {
        ReplicaView view = client.founded();
        Map<GroupId, CompletableFuture<Boolean>> pulses = pulses(view.replica().ring());
        Map<JobId, CompletableFuture<List<JobReport>>> reports = new LinkedHashMap<>();
        var reading = new Reports(store.documents());
        view.replica().jobs().live().keys().stream()
                .limit(MOST_JOBS)
                .forEach(job -> reports.put(job, reading.read(job).toCompletableFuture()));
        var silent = new TreeSet<GroupId>();
        pulses.forEach((group, held) -> {
            if (!answer(held)) {
                silent.add(group);
            }
        });
        Map<JobId, List<JobReport>> read = new LinkedHashMap<>();
        reports.forEach((job, report) -> read.put(job, answer(report)));
        return new ClusterSnapshot(view, silent, read, client.coordinatorOf(view.replica()));
    }

    private <T> T answer(CompletableFuture<T> asked) {
        try {
            return client.answer(asked);
        } catch (StoreUnreachable | Unreadable e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StoreUnreachable("the store cannot be read: " + e.getMessage(), e);
        }
    }

    private Map<GroupId, CompletableFuture<Boolean>> pulses(Ring ring) {
        var groups = new ArrayList<>(ring.members().keys().inOrder());
        groups.addAll(ring.joining().keys());
        Map<GroupId, CompletableFuture<Boolean>> pulses = new LinkedHashMap<>();
        groups.stream()
                .limit(MOST_GROUPS)
                .forEach(group -> pulses.put(
                        group, store.leases().isHeld(Pulse.nameOf(group)).toCompletableFuture()));
        return pulses;
    }
}
