package io.sardonyx.partition;

import io.sardonyx.lease.Candidate;
import io.sardonyx.lease.Moment;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Documents;
import io.sardonyx.task.input.PartitionClaims;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * Claims partitions by leases for the inputs of a group's peers, and renews the leases: not in the turns of the task
 * loops that read them, where a call may take longer than a lease. Confined to the thread of the group's turns, except
 * for {@link #open}.
 */
public final class InputClaims {

    private final Setting setting;
    private final Map<JobId, Map<TaskName, ClaimedInput>> inputs = new TreeMap<>();
    /* Readers that have begun; added by task threads. */
    private final Queue<ReaderClaims> begun = new ConcurrentLinkedQueue<>();
    private boolean draining;

    /**
     * What it works with.
     *
     * @param lease how long a document must stay unchanged before it may be taken over
     * @param mailbox of the group
     * @param clock monotonic time in nanoseconds
     * @param seeds random numbers, from any thread
     */
    public record Setting(
            Duration lease, Documents documents, Mailbox mailbox, LongSupplier clock, LongSupplier seeds) {}

    public InputClaims(Setting setting) {
        this.setting = setting;
    }

    /** Begins the claims of a reader; for any thread. */
    public PartitionClaims open(Assignment reader) {
        String token = reader.peer().text() + "-" + Long.toHexString(setting.seeds.getAsLong());
        var claims = new ReaderClaims(reader, new Candidate(token, setting.lease.toMillis()), setting.mailbox::wake);
        begun.add(claims);
        setting.mailbox.wake();
        return claims;
    }

    /** Gives back everything that is held, once what was read of it is settled, and claims no more. */
    public void drain() {
        draining = true;
    }

    /** Whether nothing is held. */
    public boolean isQuiet() {
        return inputs.isEmpty()
                || inputs.values().stream()
                        .allMatch(tasks -> tasks.values().stream().allMatch(ClaimedInput::holdsNothing));
    }

    /** Does pending work without blocking; returns whether there was any. */
    public boolean turn(long nowNanos) {
        boolean worked = false;
        for (ReaderClaims reader = begun.poll(); reader != null; reader = begun.poll()) {
            input(reader.reader()).add(reader);
            worked = true;
        }
        if (inputs.isEmpty()) {
            return worked;
        }
        var now = new Moment(nowNanos, System.currentTimeMillis());
        for (Map<TaskName, ClaimedInput> tasks : inputs.values()) {
            for (ClaimedInput input : tasks.values()) {
                worked |= input.turn(now, draining);
            }
            tasks.values().removeIf(ClaimedInput::isOver);
        }
        inputs.values().removeIf(Map::isEmpty);
        return worked;
    }

    private ClaimedInput input(Assignment reader) {
        return inputs.computeIfAbsent(reader.job(), job -> new TreeMap<>())
                .computeIfAbsent(reader.task(), task -> new ClaimedInput(reader.job(), task, setting));
    }

    /** Ends without a word, as if the process had died: leases are left to expire. */
    public void close() {
        inputs.values().forEach(tasks -> tasks.values().forEach(ClaimedInput::close));
        inputs.clear();
    }
}
