package io.sardonyx.bench.pair;

import io.sardonyx.bench.work.Trial;

/**
 * What one of two or three processes does; it has an empty public constructor. Its sources and sinks report to the
 * {@code Board} of its own process, which is cleared before each trial.
 */
public interface Half extends AutoCloseable {

    /** Of the first process is called before all else: the address it gives is handed to all. */
    String listen() throws Exception;

    /**
     * Finds the others; all are called at the same time, and return when they are together.
     *
     * @param place 0 for the one that was asked to listen, then 1 and perhaps 2
     * @param processes how many there are
     * @param address what that one said
     */
    void join(int place, int processes, String address) throws Exception;

    /** Does its share of the trial and returns when what it can see of it is done; all are called at the same time. */
    void run(Trial trial) throws Exception;

    /** How many processes are together, as far as it knows now; asked while one of three may have died. */
    default int members() throws Exception {
        throw new UnsupportedOperationException(getClass() + " is for two processes");
    }

    @Override
    void close();
}
