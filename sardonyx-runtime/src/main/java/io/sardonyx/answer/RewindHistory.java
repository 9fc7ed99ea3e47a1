package io.sardonyx.answer;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rewinds of jobs, one by one, as the log tells them: which entry, why, to which checkpoint, and how old that was
 * by the clocks of those who wrote the entries. Entries that are trimmed are not in it.
 */
public final class RewindHistory {

    /* When the checkpoint that a job would go back to was complete, or the job got its first peers. */
    private final Map<JobId, Instant> since = new TreeMap<>();

    /**
     * A job went back.
     *
     * @param position of the entry
     * @param to the checkpoint from which everybody started again; null for the beginning
     * @param reason what was lost; empty when its peers had changed
     * @param ageMillis for how long that checkpoint had been the latest; -1 if that is not known
     */
    public record Rewind(JobId job, long position, @Nullable CompletedCheckpoint to, String reason, long ageMillis) {

        /** A sentence about it. */
        public String sentence() {
            return "at entry " + position + " it went back to " + CheckpointText.name(to) + ": "
                    + CheckpointText.reason(reason) + (ageMillis < 0 ? "" : "; " + again());
        }

        /** What came again, as far as the log tells; empty if that is not known. */
        public String again() {
            return ageMillis < 0 ? "" : "what was read in the " + Phrases.seconds(ageMillis) + " since then came again";
        }

        /** Writes its fields into a JSON object that is already open. */
        public void write(JsonOut out) {
            out.text("job", job).number("position", position);
            if (to != null) {
                out.number("checkpoint", to.number());
            }
            out.text("reason", reason);
            if (ageMillis >= 0) {
                out.number("ageMillis", ageMillis);
            }
        }
    }

    /** The jobs that went back by the next entry. */
    public List<Rewind> next(Entry<Replica> entry, Change<Replica> change) {
        if (!change.happened()) {
            return List.of();
        }
        Instant at = entry.provenance().at();
        var rewinds = new ArrayList<Rewind>();
        change.after().jobs().live().forEach((job, run) -> {
            Run old = change.before().jobs().live().get(job);
            if (run.job().hasCheckpoints() && run != old) {
                Rewind rewind = compare(entry.position(), old, run, at);
                if (rewind != null) {
                    rewinds.add(rewind);
                }
            }
        });
        return rewinds;
    }

    private @Nullable Rewind compare(long position, @Nullable Run old, Run run, @Nullable Instant at) {
        JobId job = run.job().id();
        Checkpoints now = run.checkpoints();
        if (old == null || old.version() == Run.NEVER_PLACED) {
            note(job, at);
        } else if (now.rewinds().count() > old.checkpoints().rewinds().count()) {
            return new Rewind(job, position, now.base(), now.rewinds().reason(), ageMillis(job, at));
        } else if (now.latestNumber() > old.checkpoints().latestNumber()) {
            note(job, at);
        }
        return null;
    }

    private void note(JobId job, @Nullable Instant at) {
        if (at == null) {
            since.remove(job);
        } else {
            since.put(job, at);
        }
    }

    private long ageMillis(JobId job, @Nullable Instant at) {
        Instant then = since.get(job);
        return then == null || at == null
                ? -1
                : Math.max(0, Duration.between(then, at).toMillis());
    }
}
