package io.sardonyx.bench.pair;

import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Two processes on this machine that do trials together; the one that started them only waits. */
public final class Both implements AutoCloseable {

    /** Together the heap that other work has in one process. */
    private static final List<String> FLAGS = List.of("-Xms1500m", "-Xmx1500m", "-XX:+UseParallelGC");

    private final Remote first;
    private final Remote second;

    private Both(Remote first, Remote second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Starts both, and returns when they have found each other.
     *
     * @param engineFlags what their JVMs need besides heap and collector
     */
    public static Both start(Class<? extends Half> half, List<String> engineFlags) throws IOException {
        var flags = new ArrayList<>(FLAGS);
        flags.addAll(engineFlags);
        var both = new Both(Remote.start(half, flags), Remote.start(half, flags));
        try {
            both.meet();
        } catch (IOException e) {
            both.close();
            throw e;
        }
        return both;
    }

    private void meet() throws IOException {
        first.tell("listen");
        String address = first.answer();
        first.tell("join 0 2 " + address);
        second.tell("join 1 2 " + address);
        awaitBoth();
    }

    /** Both are ready before either begins, and both are done before either is asked. */
    public Outcome run(Trial trial) throws IOException {
        tellBoth("ready " + trial.workload() + " " + trial.variant() + " " + trial.inputs());
        awaitBoth();
        tellBoth("run");
        awaitBoth();
        tellBoth("await");
        awaitBoth();
        tellBoth("tell");
        return Share.read(first.answer()).with(Share.read(second.answer()));
    }

    private void tellBoth(String order) {
        first.tell(order);
        second.tell(order);
    }

    private void awaitBoth() throws IOException {
        first.answer();
        second.answer();
    }

    @Override
    public void close() {
        second.close();
        first.close();
    }
}
