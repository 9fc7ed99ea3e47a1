package io.sardonyx.bench.idle;

import java.util.List;

/**
 * An engine that runs many jobs of three tasks with little to do. To be found it has an empty public constructor, which
 * does nothing yet, and its name in {@code src/engines/resources/META-INF/services}.
 */
public interface IdleEngine extends AutoCloseable {

    /** As it is called in the table. */
    String name();

    /** What its JVM needs. */
    default List<String> flags() {
        return List.of();
    }

    /** Starts the engine for so many jobs. */
    void open(int jobs);

    /** Starts a job: a source of so many numbers a second, a function, and a sink that counts them. */
    void submit(int number, long perSecond, Runnable counting);

    @Override
    void close();
}
