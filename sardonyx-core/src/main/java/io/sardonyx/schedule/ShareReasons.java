package io.sardonyx.schedule;

/** Why jobs that run have as many peers as they have. */
final class ShareReasons {

    private ShareReasons() {}

    /** Why a covered job of a balanced cluster has so many; {@code left} is what nobody took. */
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

    /** Why a running job has so many, given its share. */
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
