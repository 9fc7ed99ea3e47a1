package io.sardonyx.schedule;

/**
 * What a job gets.
 *
 * @param granted the peers it may place
 * @param held further peers that nobody else may use although this job cannot either
 */
record Share(int granted, int held, Finding why) {

    static Share none(Finding why) {
        return new Share(0, 0, why);
    }
}
