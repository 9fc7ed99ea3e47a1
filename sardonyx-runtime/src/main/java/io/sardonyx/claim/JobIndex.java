package io.sardonyx.claim;

import io.sardonyx.json.Field;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Index of the jobs that nodes share, the document {@code index}: which there are and how they ended. Each change is a
 * compare-and-set of the whole.
 *
 * @param revision number of changes so far, by which a reader knows a stale one
 */
public record JobIndex(long revision, List<IndexedJob> jobs) {

    public static final JobIndex EMPTY = new JobIndex(0, List.of());

    /** Most jobs that may run at a time. */
    public static final int MOST_RUNNING = 500;

    /** Ended jobs whose outcome is kept; older ones are forgotten. */
    static final int MOST_ENDED = 500;

    private static final int LONGEST_REASON = 300;

    /** State of a job. */
    public enum State {
        RUNNING,
        DONE,
        KILLED
    }

    /**
     * A job in the index.
     *
     * @param hash of its content
     * @param reason why it was killed; or what keeps a running one from getting on, empty for nothing
     * @param listed how many partitions were created for it so far
     * @param mark name up to which all partitions of a growing input are done; empty for none
     * @param submittedMillis when it was submitted, by the clock of who did
     * @param skipped number of segments that each task left out by its error policy, in partitions whose documents are
     *     removed; in all of them when the job is done
     */
    public record IndexedJob(
            JobId id,
            String hash,
            State state,
            String reason,
            long listed,
            String mark,
            long submittedMillis,
            SortedTable<TaskName, Long> skipped) {

        /** A job that begins. */
        static IndexedJob submitted(JobId id, String hash, long wallMillis) {
            return new IndexedJob(id, hash, State.RUNNING, "", 0, "", wallMillis, SortedTable.empty());
        }

        public IndexedJob {
            reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
        }

        boolean isRunning() {
            return state == State.RUNNING;
        }

        IndexedJob ended(State end, String why) {
            return new IndexedJob(id, hash, end, why, listed, mark, submittedMillis, skipped);
        }

        IndexedJob hindered(String why) {
            return new IndexedJob(id, hash, state, why, listed, mark, submittedMillis, skipped);
        }

        IndexedJob listed(long more) {
            return new IndexedJob(id, hash, state, reason, listed + more, mark, submittedMillis, skipped);
        }

        IndexedJob marked(String name) {
            return new IndexedJob(id, hash, state, reason, listed, name, submittedMillis, skipped);
        }

        /** With segments that were left out in partitions that are done. */
        IndexedJob without(SortedTable<TaskName, Long> more) {
            return new IndexedJob(id, hash, state, reason, listed, mark, submittedMillis, sum(skipped, more));
        }
    }

    public JobIndex {
        jobs = List.copyOf(jobs);
    }

    static JobIndex read(Field root) {
        return new JobIndex(
                root.at("revision").whole(0, Long.MAX_VALUE - 1),
                root.at("jobs").items().stream()
                        .map(job -> new IndexedJob(
                                job.at("id").as(JobId::of),
                                job.at("hash").text(),
                                state(job.at("state")),
                                job.at("reason").textOr(""),
                                job.at("listed").whole(0, Long.MAX_VALUE),
                                job.at("mark").textOr(""),
                                job.at("submitted").whole(0, Long.MAX_VALUE),
                                ClaimDocuments.skipped(job.at("skipped"))))
                        .toList());
    }

    private static State state(Field field) {
        for (State state : State.values()) {
            if (ClaimDocuments.word(state).equals(field.text())) {
                return state;
            }
        }
        throw field.wrong("is running, done or killed");
    }

    byte[] encoded() {
        return ClaimDocuments.encode(out -> {
            out.number("revision", revision).beginList("jobs");
            for (IndexedJob job : jobs) {
                out.begin()
                        .text("id", job.id)
                        .text("hash", job.hash)
                        .text("state", ClaimDocuments.word(job.state))
                        .number("listed", job.listed)
                        .number("submitted", job.submittedMillis);
                if (!job.reason.isEmpty()) {
                    out.text("reason", job.reason);
                }
                if (!job.mark.isEmpty()) {
                    out.text("mark", job.mark);
                }
                ClaimDocuments.writeSkipped(out, job.skipped);
                out.end();
            }
            out.endList();
        });
    }

    /** The sum of two counts of segments that tasks left out. */
    public static SortedTable<TaskName, Long> sum(SortedTable<TaskName, Long> one, SortedTable<TaskName, Long> other) {
        if (other.isEmpty()) {
            return one;
        }
        var sum = new TreeMap<TaskName, Long>();
        one.forEach(sum::put);
        other.forEach((task, count) -> sum.merge(task, count, Long::sum));
        return SortedTable.of(sum);
    }

    /** A job by its id. */
    public Optional<IndexedJob> job(JobId id) {
        return jobs.stream().filter(job -> job.id.equals(id)).findFirst();
    }

    /** The jobs that run. */
    public List<IndexedJob> running() {
        return jobs.stream().filter(IndexedJob::isRunning).toList();
    }

    boolean isRunning(JobId id) {
        return job(id).filter(IndexedJob::isRunning).isPresent();
    }

    /** With a new job; the oldest ended ones are forgotten. */
    JobIndex with(IndexedJob job) {
        var all = new ArrayList<>(jobs);
        all.add(job);
        long ended = all.stream().filter(each -> !each.isRunning()).count();
        for (var oldest = all.iterator(); ended > MOST_ENDED; ) {
            if (!oldest.next().isRunning()) {
                oldest.remove();
                ended--;
            }
        }
        return new JobIndex(revision + 1, all);
    }

    /** The same as another revision: a successful write of it proves that it was no stale or undone one. */
    JobIndex touched() {
        return new JobIndex(revision + 1, jobs);
    }

    /** With a running job changed; empty when it does not run or would be the same. */
    Optional<JobIndex> changed(JobId id, UnaryOperator<IndexedJob> change) {
        var all = new ArrayList<>(jobs);
        for (int i = 0; i < all.size(); i++) {
            IndexedJob job = all.get(i);
            if (job.id.equals(id) && job.isRunning()) {
                all.set(i, change.apply(job));
                return all.get(i).equals(job) ? Optional.empty() : Optional.of(new JobIndex(revision + 1, all));
            }
        }
        return Optional.empty();
    }
}
