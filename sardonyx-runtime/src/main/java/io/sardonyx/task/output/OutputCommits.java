package io.sardonyx.task.output;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.content.Manifest;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Output;
import io.sardonyx.port.Documents;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.input.StoreQuery;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.value.Assignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Two-phase commit of an output in a job with checkpoints: what was written between two marks is prepared as a bundle,
 * and committed once the log says that the checkpoint is complete.
 *
 * <p>A checkpoint is prepared only when the bundle of the one before is committed. So everything that is not yet
 * committed is named by the manifest of the latest checkpoint, and a successor finds it there. Confined to the thread
 * of the task's turn.
 */
public final class OutputCommits {

    private final Assignment self;
    private final Documents documents;
    private final StoreQuery store;
    /* Bundles by checkpoint, prepared under the present fence and not committed. */
    private final TreeMap<Long, String> prepared = new TreeMap<>();
    /* Bundles of former fences that were prepared here; those that the base does not name are aborted. */
    private final List<String> former = new ArrayList<>();
    /* Bundles that have to be committed before anything else is done; null while the manifest is not known. */
    private @Nullable List<String> inherited;
    private @Nullable CompletedCheckpoint base;
    private boolean lowest;
    private long complete;
    private boolean stopping;
    /* Whether any bundle was prepared under the present fence. */
    private boolean bundled;
    /* The last checkpoint, once its manifest was read in order to seal. */
    private boolean sealing;

    public OutputCommits(Assignment self, Documents documents, Mailbox mailbox) {
        this.self = self;
        this.documents = documents;
        this.store = StoreQuery.ofPartitions(mailbox, self.job(), self.task());
    }

    /** Starts at a new fence: first, what its base names is committed, and what else was prepared here is aborted. */
    public void begin(TaskOrders orders) {
        former.addAll(prepared.values());
        prepared.clear();
        inherited = null;
        bundled = false;
        sealing = false;
        base = orders.checkpoints().base();
        List<Receiver> peers =
                Objects.requireNonNullElse(orders.routes().receivers().get(self.task()), List.of());
        lowest = !peers.isEmpty() && peers.get(0).peer().equals(self.peer());
        follow(orders);
    }

    /** Follows orders of the same fence, which may say that another checkpoint is complete. */
    public void follow(TaskOrders orders) {
        stopping = orders.checkpoints().stopping();
        complete = orders.checkpoints().latestNumber();
        if (orders.sealing() && !sealing) {
            sealing = true;
            base = orders.checkpoints().latest();
            inherited = null;
        }
    }

    /** Whether nothing of former fences is left to commit, so that the output may be written. */
    public boolean isReady() {
        List<String> left = inherited;
        return left != null && left.isEmpty() && former.isEmpty();
    }

    /** Whether the job is stopped at its last checkpoint, so that the output is not published. */
    public boolean isStopping() {
        return stopping;
    }

    /**
     * Whether an instance that is opened in place of one that failed has to wait for a new fence: it could not tell
     * bundles that are still to be committed from orphans. Nothing more is written when the output is sealed.
     */
    public boolean needsNewFence() {
        return bundled && !sealing;
    }

    /** Whether something has to be read, committed or aborted. */
    public boolean hasWork() {
        return !isReady() || !prepared.isEmpty() && prepared.firstKey() <= complete;
    }

    /** Whether all bundles that were prepared are committed. */
    public boolean isAllCommitted() {
        return isReady() && prepared.isEmpty();
    }

    /** Reads the manifest, commits and aborts; what the plugin throws is passed on, and to be repeated. */
    public void tend(Output output, long nowNanos) throws Exception {
        if (inherited == null) {
            load(nowNanos);
            return;
        }
        List<String> left = inherited;
        while (!left.isEmpty()) {
            String bundle = left.get(left.size() - 1);
            output.commit(bundle);
            former.remove(bundle);
            left.remove(left.size() - 1);
        }
        while (!former.isEmpty()) {
            output.abort(former.get(0));
            former.remove(0);
        }
        while (!prepared.isEmpty() && prepared.firstKey() <= complete) {
            Map.Entry<Long, String> first = prepared.firstEntry();
            output.commit(first.getValue());
            prepared.remove(first.getKey());
        }
    }

    private void load(long nowNanos) {
        if (store.isAsking() || !store.isDue(nowNanos)) {
            return;
        }
        CompletedCheckpoint asked = base;
        store.ask(Manifest.read(documents, self.job(), asked), manifest -> {
            if (Objects.equals(asked, base) && inherited == null) {
                inherited = bundles(manifest);
            }
        });
    }

    /** The bundles that this peer commits: its slot's, and all of the task in the lowest slot and when it seals. */
    private List<String> bundles(Manifest manifest) {
        var bundles = new ArrayList<String>();
        for (Manifest.Part part : manifest.parts()) {
            String bundle = part.bundle();
            boolean mine = lowest || sealing || part.slot() == self.slot();
            if (bundle != null && mine && part.task().equals(self.task())) {
                bundles.add(bundle);
            }
        }
        return bundles;
    }

    /** Prepares what was written since the last mark; the output must have committed everything before. */
    public void prepare(Output output, long number) throws Exception {
        String bundle = output.prepare(number).orElse(null);
        if (bundle != null) {
            prepared.put(number, bundle);
            bundled = true;
        }
    }

    /** What this peer tells of a checkpoint that it has prepared; empty if there is nothing to commit. */
    public byte[] part(long number) {
        String bundle = prepared.get(number);
        return bundle == null ? new byte[0] : new Manifest.Part(self.task(), self.slot(), null, false, bundle).bytes();
    }

    @Nullable
    public Waiting waiting() {
        return store.waiting();
    }
}
