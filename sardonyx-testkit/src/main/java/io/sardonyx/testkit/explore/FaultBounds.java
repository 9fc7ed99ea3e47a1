package io.sardonyx.testkit.explore;

/**
 * How much may go wrong in one run of a world, and how far readers may lag.
 *
 * @param crashes processes that die silently; their pulse lingers until it expires
 * @param expiries processes that lose their pulse while they live
 * @param mishaps appends that are lost, or made twice
 * @param backlog entries that the slowest living reader may not have read
 */
public record FaultBounds(int crashes, int expiries, int mishaps, int backlog) {

    @Override
    public String toString() {
        return "at most " + crashes + " crashes, " + expiries + " expiries while alive, " + mishaps
                + " lost or duplicated appends, backlog " + backlog;
    }
}
