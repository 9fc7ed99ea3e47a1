package io.sardonyx.schedule;

/**
 * Number of peers granted to a job, with the reason.
 *
 * @param granted the peers it may place
 * @param held further peers that it cannot use for a whole copy and that no other job may use either
 */
record Share(int granted, int held, Finding why) {

    static Share none(Finding why) {
        return new Share(0, 0, why);
    }
}
