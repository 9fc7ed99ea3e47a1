package io.sardonyx.schedule;

/** Chooses the reason for the number of peers of a running job. */
final class ShareReasons {

    private ShareReasons() {}

    /** Reason under the balanced scheduler; {@code left} is the number of peers that no job took. */
    static Finding balanced(int count, PeerNeed need, int level, int left) {
        if (count == need.most) {
            return new Finding(Rule.AT_BOUND, count, need.most);
        }
        if (count == level || count == level + 1) {
            return new Finding(Rule.AT_LEVEL, count, level);
        }
        return count == need.least
                ? new Finding(Rule.AT_NEED, count, need.least, level)
                : new Finding(Rule.TAKES_WHAT_FITS, count, (long) count + left + need.unit, need.most);
    }

    /** Reason under the percentage scheduler, given the job's share in peers. */
    static Finding percentage(int count, PeerNeed need, int share) {
        if (count == share) {
            return new Finding(Rule.HAS_ITS_SHARE, count, share);
        }
        if (count > share) {
            return new Finding(Rule.HAS_MORE, count, share);
        }
        return count == need.most
                ? new Finding(Rule.AT_BOUND, count, need.most)
                : new Finding(Rule.TAKES_WHAT_FITS, count, share, need.most);
    }
}
