package io.sardonyx.client.admin;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.client.JobStatus.JobCheckpoint;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.command.DropCheckpoint;
import io.sardonyx.command.KeepCheckpoint;
import io.sardonyx.command.StopJob;
import io.sardonyx.content.Manifest;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests of clients about the checkpoints of a job: list, keep and drop them, and stop the job at one. */
final class JobCheckpoints {

    private final AdminClient client;
    private final Store store;

    JobCheckpoints(AdminClient client, Store store) {
        this.client = client;
        this.store = store;
    }

    Receipt stop(JobId job) {
        ReplicaView view = client.founded();
        Jobs jobs = view.replica().jobs();
        Run run = jobs.live().get(job);
        if (run == null) {
            return new Receipt(jobs.knows(job) ? Verdict.ALREADY_SO : Verdict.UNKNOWN_JOB, view.position());
        }
        return run.job().hasCheckpoints()
                ? JobResumption.receipt(client.append(new StopJob(job)))
                : new Receipt(Verdict.NO_CHECKPOINT, view.position());
    }

    /** @param number of the checkpoint, or null for the latest */
    Receipt keep(JobId job, String name, @Nullable Long number) {
        Checkpoints.checkedName(name);
        ReplicaView view = client.founded();
        Checkpoints checkpoints = view.replica().jobs().checkpoints(job);
        long meant = number == null ? checkpoints.latestNumber() : number;
        Receipt before = kept(view, job, name, meant);
        if (before != null) {
            return before;
        }
        Applied applied = client.append(new KeepCheckpoint(job, meant, name));
        if (applied.change().happened()) {
            return new Receipt(Verdict.DONE, applied.position());
        }
        Receipt now = kept(new ReplicaView(applied.change().after(), applied.position()), job, name, meant);
        return now == null ? new Receipt(Verdict.NAME_IN_USE, applied.position()) : now;
    }

    /** What there is to say without an entry, or null. */
    private static @Nullable Receipt kept(ReplicaView view, JobId job, String name, long number) {
        Jobs jobs = view.replica().jobs();
        Checkpoints checkpoints = jobs.checkpoints(job);
        CompletedCheckpoint there = checkpoints.named().get(name);
        if (!jobs.knows(job)) {
            return new Receipt(Verdict.UNKNOWN_JOB, view.position());
        }
        if (there != null) {
            return new Receipt(there.number() == number ? Verdict.ALREADY_SO : Verdict.NAME_IN_USE, view.position());
        }
        return checkpoints.numbered(number) == null ? new Receipt(Verdict.NO_CHECKPOINT, view.position()) : null;
    }

    Receipt drop(JobId job, String name) {
        Checkpoints.checkedName(name);
        ReplicaView view = client.founded();
        Jobs jobs = view.replica().jobs();
        if (!jobs.knows(job)) {
            return new Receipt(Verdict.UNKNOWN_JOB, view.position());
        }
        return jobs.checkpoints(job).named().has(name)
                ? JobResumption.receipt(client.append(new DropCheckpoint(job, name)))
                : new Receipt(Verdict.NO_CHECKPOINT, view.position());
    }

    List<JobCheckpoint> all(JobId job) {
        Checkpoints checkpoints = client.founded().replica().jobs().checkpoints(job);
        var byNumber = new TreeMap<Long, CompletedCheckpoint>();
        var names = new TreeMap<Long, List<String>>();
        checkpoints.kept().forEach(each -> byNumber.put(each.number(), each));
        checkpoints.named().forEach((name, each) -> {
            byNumber.put(each.number(), each);
            names.computeIfAbsent(each.number(), number -> new ArrayList<>()).add(name);
        });
        return byNumber.values().stream()
                .map(each -> new JobCheckpoint(
                        each.number(),
                        each.position(),
                        List.copyOf(names.getOrDefault(each.number(), List.of())),
                        completed(each.position()),
                        bytes(job, each)))
                .toList();
    }

    private @Nullable Instant completed(long position) {
        if (position < 0) {
            return null;
        }
        Slice slice = client.answer(store.log(LogScanner.LOG).read(position, 1).toCompletableFuture());
        if (slice.trimmed() || slice.entries().isEmpty()) {
            return null;
        }
        try {
            return EntryCodec.decode(position, slice.entries().get(0))
                    .provenance()
                    .at();
        } catch (UnreadableEntry e) {
            return null;
        }
    }

    private long bytes(JobId job, CompletedCheckpoint checkpoint) {
        return client.answer(Manifest.read(store.documents(), job, checkpoint)
                .handle((manifest, missing) -> missing == null ? (long) manifest.bytes().length : -1L)
                .toCompletableFuture());
    }
}
