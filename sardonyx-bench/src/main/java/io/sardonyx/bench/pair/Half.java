package io.sardonyx.bench.pair;

import io.sardonyx.bench.work.Trial;

/**
 * What one of two processes does; it has an empty public constructor. Its sources and sinks report to the {@code Board}
 * of its own process, which is cleared before each trial.
 */
public interface Half extends AutoCloseable {

    /** Of the first two processes is called before the other: the address it gives is handed to both. */
    String listen() throws Exception;

    /**
     * Finds the other; both are called at the same time, and return when they are together.
     *
     * @param place 0 for the one that was asked to listen, 1 for the other
     * @param address what that one said
     */
    void join(int place, String address) throws Exception;

    /** Does its share of the trial and returns when what it can see of it is done; both are called at the same time. */
    void run(Trial trial) throws Exception;

    @Override
    void close();
}
