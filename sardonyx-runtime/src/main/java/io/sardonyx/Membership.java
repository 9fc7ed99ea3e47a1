package io.sardonyx;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.port.WireAddress;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.secret.Secrets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings with which a process joins a cluster: what {@code peers start} takes from its command-line options.
 *
 * @param cluster name of the cluster to found or join
 * @param allocation who decides which peer does what; must equal that of a cluster that exists
 * @param scheduler how jobs share the peers; must equal that of a cluster that exists
 * @param peers number of virtual peers it offers; each runs one task
 * @param tags capabilities of these peers, which tasks may require
 * @param wire transport and address at which other processes reach it
 * @param threads worker threads for its tasks, besides one for each task that blocks
 * @param secrets secrets that jobs may refer to
 * @param broker address of the brokers for queued jobs, the same in all processes; null for none
 * @param state address of the blobs of jobs' state, without credentials; null for that of the cluster, or for the blobs
 *     of its store. Must equal that of a cluster that has one, and sets it where there is none
 * @param stateBytes heap that the state of all its tasks may take, 0 for half of all; a job that needs more is killed,
 *     and can be resumed
 */
public record Membership(
        String cluster,
        Allocation allocation,
        JobScheduler scheduler,
        int peers,
        Tags tags,
        WireAddress wire,
        int threads,
        Secrets secrets,
        @Nullable String broker,
        @Nullable String state,
        long stateBytes) {

    public Membership {
        if (peers < 0 || threads < 1) {
            throw new IllegalArgumentException(
                    "a member has 0 or more peers and at least 1 thread, not " + peers + " and " + threads);
        }
        if (stateBytes < 0) {
            throw new IllegalArgumentException("state takes 0 or more bytes, not " + stateBytes);
        }
        if (state != null) {
            ClusterParameters.checkStateUri(state);
        }
    }

    /**
     * Defaults: planned and balanced, TCP on the loopback address, one thread per processor, no tags, no secrets, no
     * broker, no address of state, half of the heap for state.
     */
    public static Membership of(String cluster, int peers) {
        return new Membership(
                cluster,
                Allocation.PLANNED,
                JobScheduler.BALANCED,
                peers,
                Tags.NONE,
                WireAddress.loopback("tcp"),
                Runtime.getRuntime().availableProcessors(),
                Secrets.none(),
                null,
                null,
                0);
    }

    /** Parameters with which it founds the cluster, or which it requires of one that exists. */
    ClusterParameters parameters() {
        return new ClusterParameters(cluster, allocation, scheduler, ClusterParameters.REMEMBERED).withState(state);
    }

    /** With another way to decide which peer does what. */
    public Membership allocation(Allocation other) {
        return new Membership(
                cluster, other, scheduler, peers, tags, wire, threads, secrets, broker, state, stateBytes);
    }

    /** With another job scheduler. */
    public Membership scheduler(JobScheduler other) {
        return new Membership(
                cluster, allocation, other, peers, tags, wire, threads, secrets, broker, state, stateBytes);
    }

    /** With other capabilities of its peers. */
    public Membership tags(String... words) {
        return new Membership(
                cluster,
                allocation,
                scheduler,
                peers,
                Tags.of(List.of(words)),
                wire,
                threads,
                secrets,
                broker,
                state,
                stateBytes);
    }

    /** With another transport and address. */
    public Membership at(WireAddress other) {
        return new Membership(
                cluster, allocation, scheduler, peers, tags, other, threads, secrets, broker, state, stateBytes);
    }

    /** With another number of worker threads. */
    public Membership threads(int other) {
        return new Membership(
                cluster, allocation, scheduler, peers, tags, wire, other, secrets, broker, state, stateBytes);
    }

    /** With other secrets that jobs may refer to. */
    public Membership secrets(Secrets other) {
        return new Membership(
                cluster, allocation, scheduler, peers, tags, wire, threads, other, broker, state, stateBytes);
    }

    /** With brokers for queued jobs, such as {@code artemis://user@host:61616?password=file:/run/secrets/broker}. */
    public Membership broker(String address) {
        return new Membership(
                cluster, allocation, scheduler, peers, tags, wire, threads, secrets, address, state, stateBytes);
    }

    /**
     * With an address of the blobs of jobs' state, such as {@code file:/var/lib/sardonyx/state}, which all processes of
     * the cluster can reach.
     *
     * @throws IllegalArgumentException for a malformed address or one with credentials
     */
    public Membership state(String uri) {
        return new Membership(
                cluster, allocation, scheduler, peers, tags, wire, threads, secrets, broker, uri, stateBytes);
    }

    /** With another bound of the heap that the state of all its tasks may take. */
    public Membership stateBytes(long most) {
        return new Membership(cluster, allocation, scheduler, peers, tags, wire, threads, secrets, broker, state, most);
    }
}
