package io.sardonyx.testkit.explore;

/**
 * Bounds of an exploration: how many faults may happen on one path, and how far readers may lag.
 *
 * @param crashes processes that die without closing their session; their pulse stays until it expires
 * @param expiries processes whose pulse expires while they live
 * @param mishaps appends that are lost or made twice
 * @param backlog most entries that the slowest living reader has not read
 */
public record FaultBounds(int crashes, int expiries, int mishaps, int backlog) {

    @Override
    public String toString() {
        return "at most " + crashes + " crashes, " + expiries + " expiries while alive, " + mishaps
                + " lost or duplicated appends, backlog " + backlog;
    }
}
