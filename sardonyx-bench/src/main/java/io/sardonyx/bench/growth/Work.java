package io.sardonyx.bench.growth;

import java.io.IOException;

/** Work of some size, again and again in one process; closed in the end. */
interface Work extends AutoCloseable {

    /** So few inputs that it is through in a moment; 0 where its size says all and no inputs can be asked of it. */
    default long fewInputs() {
        return 0;
    }

    /**
     * Does it once and checks what came out.
     *
     * @return how many units of work that were
     */
    long run(long inputs) throws Exception;

    @Override
    default void close() throws IOException {}
}
