package io.sardonyx.node;

import java.io.Serializable;

/**
 * A task for a node, as a lambda or a method reference: {@code () -> download(bucket, file)}.
 *
 * <p>It travels as data: the names of its class and method, the SHA-256 of the class file, and the values that it
 * captured, through the codecs of segments. So it captures strings, numbers, records, enums, lists, sets, maps and
 * {@link NodeLock}s, but neither {@code this} nor anything that lives in one process only, and the node has the very
 * same class. Being {@code Serializable} only lets the compiler keep those names; Java serialization is never used.
 */
public interface NodeTask extends Serializable {

    /** A task that gives nothing back. */
    @FunctionalInterface
    interface Action extends NodeTask {
        void run() throws Exception;
    }

    /** A task that gives a value back, which travels through the codecs as well. */
    @FunctionalInterface
    interface Returning<R> extends NodeTask {
        R call() throws Exception;
    }
}
