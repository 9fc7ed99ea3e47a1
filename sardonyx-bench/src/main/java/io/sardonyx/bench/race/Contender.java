package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.List;

/**
 * An engine that takes part. To be found it has an empty public constructor, which does nothing yet, and its name in
 * {@code src/engines/resources/META-INF/services}.
 */
public interface Contender extends AutoCloseable {

    /** As it is called in tables and on the command line. */
    String name();

    String version();

    /** The ways in which it can do the work; none when it cannot. The first is the one for start-up. */
    List<String> variants(Workload workload);

    /** What its JVM needs besides heap and collector. */
    default List<String> flags() {
        return List.of();
    }

    /** Starts the engine for such work; trials of it follow, one at a time. */
    void open(Workload workload) throws Exception;

    /** Does the work and returns when all has come out, most easily with what {@code Board} has gathered. */
    Outcome run(Trial trial) throws Exception;

    @Override
    void close();
}
