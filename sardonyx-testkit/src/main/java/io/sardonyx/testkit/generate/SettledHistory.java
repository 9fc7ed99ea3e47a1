package io.sardonyx.testkit.generate;

import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * How it ends when everybody follows the rules and nothing more happens to them.
 *
 * @param living the groups that still read the log
 * @param calmAt how many entries there were when the last thing happened
 * @param quiet whether nobody had anything left to append at the end; if not, the history stops somewhere in an endless
 *     one
 */
public record SettledHistory(History history, List<GroupId> living, int calmAt, boolean quiet) {

    private static final int ENOUGH = 30;

    /** One entry a line; of an endless history only the first of those that nobody should have had to write. */
    @Override
    public String toString() {
        int shown = Math.min(history.entries().size(), quiet ? Integer.MAX_VALUE : calmAt + ENOUGH);
        return new History(history.entries().subList(0, shown)) + "\n  living: " + living + ", calm at " + calmAt
                + (quiet ? "" : ", not quiet");
    }
}
