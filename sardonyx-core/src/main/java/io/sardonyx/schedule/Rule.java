package io.sardonyx.schedule;

import java.util.List;

/**
 * Reasons for a job's number of peers, or for an idle peer. Each rule has a sentence, names its numbers and tells
 * whether it holds for them, so that a decision can be verified and explained.
 */
public enum Rule {
    NOTHING_TO_RUN("none of its tasks is open", "open-tasks") {
        @Override
        boolean holds(long open, long unused, long unusedToo) {
            return open == 0;
        }
    },
    NEVER_COVERABLE("its minimums exceed what it may ever hold", "need", "bound") {
        @Override
        boolean holds(long need, long bound, long unused) {
            return bound < need;
        }
    },
    BELOW_NEED("too few peers are left for it", "need", "left") {
        @Override
        boolean holds(long need, long left, long unused) {
            return left < need;
        }
    },
    DOES_NOT_FIT("too few peers with the right tags, fit for it, or on one site", "need", "fitting") {
        @Override
        boolean holds(long need, long fitting, long unused) {
            return fitting < need;
        }
    },
    TAKES_ALL("takes all it may hold of what is left", "granted", "left", "bound") {
        @Override
        boolean holds(long granted, long left, long bound) {
            return granted == Math.min(left, bound);
        }
    },
    TAKES_WHAT_FITS("takes all that tags and sites allow", "granted", "left", "bound") {
        @Override
        boolean holds(long granted, long left, long bound) {
            return granted > 0 && granted < Math.min(left, bound);
        }
    },
    AT_BOUND("may hold no more", "granted", "bound") {
        @Override
        boolean holds(long granted, long bound, long unused) {
            return granted == bound;
        }
    },
    AT_NEED("its minimums are above the common level", "granted", "need", "level") {
        @Override
        boolean holds(long granted, long need, long level) {
            return granted == need && need > level;
        }
    },
    AT_LEVEL("all covered jobs grow alike", "granted", "level") {
        @Override
        boolean holds(long granted, long level, long unused) {
            return granted == level || granted == level + 1;
        }
    },
    WAITS_FOR_PERCENTAGE("the percentages of others leave too little", "percentage-millionths", "taken-millionths") {
        @Override
        boolean holds(long percentage, long taken, long unused) {
            return percentage == 0 || percentage + taken > 100_000_000L;
        }
    },
    SHARE_BELOW_NEED("its percentage of the cluster does not cover it", "need", "share") {
        @Override
        boolean holds(long need, long share, long unused) {
            return share < need;
        }
    },
    HAS_ITS_SHARE("has its percentage of the cluster", "granted", "share") {
        @Override
        boolean holds(long granted, long share, long unused) {
            return granted == share;
        }
    },
    HAS_MORE("has its percentage and what others cannot use", "granted", "share") {
        @Override
        boolean holds(long granted, long share, long unused) {
            return granted > share;
        }
    },
    VOLUNTEERS_COME("volunteers fill it up to its share", "granted", "share") {
        @Override
        boolean holds(long granted, long share, long unused) {
            return granted >= 0 && share >= 0;
        }
    },
    NO_LIVE_JOB("there is no live job", "jobs") {
        @Override
        boolean holds(long jobs, long unused, long unusedToo) {
            return jobs == 0;
        }
    },
    NO_TASK_FITS("no open task accepts its tags", "fitting-tasks") {
        @Override
        boolean holds(long fitting, long unused, long unusedToo) {
            return fitting == 0;
        }
    },
    HELD_FOR_COPIES("a colocated job holds it but lacks peers on its site for a whole copy", "held") {
        @Override
        boolean holds(long held, long unused, long unusedToo) {
            return held > 0;
        }
    },
    NOT_RESERVED("no percentage reserves it", "reserved", "peers") {
        @Override
        boolean holds(long reserved, long peers, long unused) {
            return reserved < peers;
        }
    },
    NO_ROOM("running jobs are full and the rest is too few for a waiting one", "room", "idle", "waiting-need") {
        @Override
        boolean holds(long room, long idle, long waitingNeed) {
            return room == 0 && (waitingNeed == 0 || idle < waitingNeed);
        }
    },
    WAITING_JOBS_DO_NOT_FIT("running jobs are full and the rest does not fit a waiting one", "room", "waiting-jobs") {
        @Override
        boolean holds(long room, long waiting, long unused) {
            return room == 0 && waiting > 0;
        }
    },
    HAS_NOT_VOLUNTEERED("its volunteering is not in the log yet", "open-jobs") {
        @Override
        boolean holds(long open, long unused, long unusedToo) {
            return open > 0;
        }
    };

    private final String sentence;
    private final List<String> numbers;

    Rule(String sentence, String... numbers) {
        this.sentence = sentence;
        this.numbers = List.of(numbers);
    }

    abstract boolean holds(long first, long second, long third);

    /** The rule as a sentence, for the command line. */
    public String sentence() {
        return sentence;
    }

    /** The names of its numbers, in order. */
    public List<String> numbers() {
        return numbers;
    }
}
