package io.sardonyx.replica;

import io.sardonyx.value.GroupId;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.SortedTable;

/**
 * What keeps a live job from running where the plan would otherwise place it.
 *
 * @param unfit the members that cannot run it, each with the reason
 * @param deaths how many processes died in a row while they worked on it, without progress in between
 * @param progressed the peers of its inputs that have got on since the last of these deaths
 * @param held whether it gets no peers until somebody releases it, because it went on killing processes
 */
public record Health(SortedTable<GroupId, String> unfit, int deaths, OrderedSet<PeerId> progressed, boolean held) {

    public static final Health GOOD = new Health(SortedTable.empty(), 0, OrderedSet.empty(), false);

    /** After so many deaths without progress a job is held. */
    public static final int MOST_DEATHS = 5;

    public Health withUnfit(GroupId group, String reason) {
        return new Health(unfit.with(group, reason), deaths, progressed, held);
    }

    /** The group has left; whoever comes back has another id. */
    public Health without(GroupId group) {
        return unfit.has(group) ? new Health(unfit.without(group), deaths, progressed, held) : this;
    }

    /** A process that worked on the job died. */
    public Health afterDeath() {
        return new Health(unfit, deaths + 1, OrderedSet.empty(), held || deaths + 1 >= MOST_DEATHS);
    }

    public Health withProgress(PeerId peer) {
        return new Health(unfit, deaths, progressed.with(peer), held);
    }

    /** No death counts any more. */
    public Health recovered() {
        return new Health(unfit, 0, OrderedSet.empty(), false);
    }
}
