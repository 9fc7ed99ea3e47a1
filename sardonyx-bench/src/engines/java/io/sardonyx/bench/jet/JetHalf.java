package io.sardonyx.bench.jet;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.JetService;
import com.hazelcast.jet.Job;
import io.sardonyx.bench.pair.Half;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** W7 on one of two members, or W11 on one of three; the first submits the job and waits for it. */
public final class JetHalf implements Half {

    /** The variant in which words are counted where they are split before they are sent. */
    static final String TWO_STAGE = "2members-two-stage";

    /** Two or three members share two cores. */
    private static final int THREADS = 1;

    private static final long PATIENCE_SECONDS = 30;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private @Nullable HazelcastInstance member;
    private int place;

    @Override
    public String listen() {
        member = Hazelcast.newHazelcastInstance(Members.alone(THREADS));
        var address = member.getCluster().getLocalMember().getAddress();
        return address.getHost() + ":" + address.getPort();
    }

    /** All but the first have to join it. */
    @Override
    public void join(int itsPlace, int processes, String address) {
        place = itsPlace;
        HazelcastInstance joined =
                member == null ? Hazelcast.newHazelcastInstance(Members.joining(address, THREADS)) : member;
        member = joined;
        long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (members() != processes) {
            if (System.nanoTime() - late > 0) {
                throw new IllegalStateException("no cluster of " + processes + " but of " + members());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        if (!joined.getPartitionService().forceLocalMemberToBeSafe(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("partitions do not come to rest");
        }
    }

    @Override
    public int members() {
        return member == null ? 0 : member.getCluster().getMembers().size();
    }

    @Override
    public void run(Trial trial) {
        if (member == null) {
            throw new IllegalStateException("not together");
        }
        if (place == 0) {
            job(member.getJet(), trial).join();
        }
    }

    private static Job job(JetService jet, Trial trial) {
        if (trial.workload() == Workload.W11) {
            return jet.newJob(Graphs.finalSums(trial), Jet.exactlyOnce(Jet.SELDOM_SNAPSHOT_MILLIS));
        }
        return trial.variant().equals(TWO_STAGE)
                ? jet.newJob(Pipelines.words(trial, 1), Jet.plain())
                : jet.newJob(Graphs.words(trial, Graphs.Reach.TWO_MEMBERS), Jet.plain());
    }

    @Override
    public void close() {
        if (member != null) {
            member.getLifecycleService().terminate();
        }
    }
}
