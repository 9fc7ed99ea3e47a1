package io.sardonyx.testkit.generate;

import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * Log history of groups that followed the protocol until no more events happened.
 *
 * @param living the groups that are alive at the end
 * @param calmAt how many entries there were when the last event happened
 * @param quiet whether no group had anything left to append; if not, the log would grow for ever and was cut off
 */
public record SettledHistory(History history, List<GroupId> living, int calmAt, boolean quiet) {

    /** How many entries after the last event are shown when the log never becomes quiet. */
    private static final int ENOUGH = 30;

    /** One entry per line; of a log that never becomes quiet only the first entries after the last event. */
    @Override
    public String toString() {
        int shown = Math.min(history.entries().size(), quiet ? Integer.MAX_VALUE : calmAt + ENOUGH);
        return new History(history.entries().subList(0, shown)) + "\n  living: " + living + ", calm at " + calmAt
                + (quiet ? "" : ", not quiet");
    }
}
