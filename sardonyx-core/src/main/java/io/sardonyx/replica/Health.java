package io.sardonyx.replica;

import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;

/**
 * What keeps a live job from being scheduled everywhere: members that are unfit for it, and processes that died while
 * running it.
 *
 * @param unfit the members that cannot run it, each with the reason
 * @param deaths how many processes died in a row while they ran it, without progress in between
 * @param progressed the peers of its inputs that have made progress since the last of these deaths
 * @param held whether it gets no peers until a client releases it, because too many processes died (circuit breaker)
 */
public record Health(SortedTable<GroupId, String> unfit, int deaths, OrderedSet<PeerId> progressed, boolean held) {

    public static final Health GOOD = new Health(SortedTable.empty(), 0, OrderedSet.empty(), false);

    /** Number of deaths without progress after which a job is held. */
    public static final int MOST_DEATHS = 5;

    public Health withUnfit(GroupId group, String reason) {
        return new Health(unfit.with(group, reason), deaths, progressed, held);
    }

    /** Forgets a group that has left; a process that comes back has another id. */
    public Health without(GroupId group) {
        return unfit.has(group) ? new Health(unfit.without(group), deaths, progressed, held) : this;
    }

    /** Counts the death of a process that ran the job. */
    public Health afterDeath() {
        return new Health(unfit, deaths + 1, OrderedSet.empty(), held || deaths + 1 >= MOST_DEATHS);
    }

    public Health withProgress(PeerId peer) {
        return new Health(unfit, deaths, progressed.with(peer), held);
    }

    /** Resets the count of deaths. */
    public Health recovered() {
        return new Health(unfit, 0, OrderedSet.empty(), false);
    }
}
