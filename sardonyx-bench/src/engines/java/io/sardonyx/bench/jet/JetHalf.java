package io.sardonyx.bench.jet;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.JetService;
import com.hazelcast.jet.Job;
import io.sardonyx.bench.pair.Half;
import io.sardonyx.bench.work.Trial;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** W7 on one of two members; the first submits the job and waits for it. */
public final class JetHalf implements Half {

    /** The variant in which words are counted where they are split before they are sent. */
    static final String TWO_STAGE = "2members-two-stage";

    /** Two members share two cores. */
    private static final int THREADS = 1;

    private static final long PATIENCE_SECONDS = 30;

    private @Nullable HazelcastInstance member;
    private int place;

    @Override
    public String listen() {
        member = Hazelcast.newHazelcastInstance(Members.alone(THREADS));
        var address = member.getCluster().getLocalMember().getAddress();
        return address.getHost() + ":" + address.getPort();
    }

    /** The second has joined when it is there; the first has nothing to do. */
    @Override
    public void join(int itsPlace, String address) {
        place = itsPlace;
        if (place == 1) {
            member = Hazelcast.newHazelcastInstance(Members.joining(address, THREADS));
            if (member.getCluster().getMembers().size() != 2
                    || !member.getPartitionService().forceLocalMemberToBeSafe(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no cluster of two");
            }
        }
    }

    @Override
    public void run(Trial trial) {
        if (member == null) {
            throw new IllegalStateException("not together");
        }
        if (place == 0) {
            JetService jet = member.getJet();
            Job job = trial.variant().equals(TWO_STAGE)
                    ? jet.newJob(Pipelines.words(trial, 1), Jet.plain())
                    : jet.newJob(Graphs.words(trial, Graphs.Reach.TWO_MEMBERS), Jet.plain());
            job.join();
        }
    }

    @Override
    public void close() {
        if (member != null) {
            member.getLifecycleService().terminate();
        }
    }
}
