package io.sardonyx.bench.jet;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Vertex;
import com.hazelcast.jet.core.processor.Processors;
import io.sardonyx.bench.idle.IdleEngine;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Hazelcast Jet with many jobs of three vertices each. */
public final class IdleJet implements IdleEngine {

    private static final int THREADS = 2;

    /* Processors are made from bytes, so they find it here. */
    private static volatile Runnable counted = () -> {};

    private @Nullable HazelcastInstance member;

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public List<String> flags() {
        return new Jet().flags();
    }

    @Override
    public void open(int jobs) {
        member = Hazelcast.newHazelcastInstance(Members.alone(THREADS));
    }

    @Override
    public void submit(int number, long perSecond, Runnable counting) {
        if (member == null) {
            throw new IllegalStateException("not open");
        }
        counted = counting;
        FunctionEx<Long, Long> next = value -> value + 1;
        var graph = new DAG();
        Vertex made = graph.newVertex("source", () -> new Numbers(perSecond)).localParallelism(1);
        Vertex mapped = graph.newVertex("map", Processors.mapP(next)).localParallelism(1);
        Vertex counts = graph.newVertex("sink", Counter::new).localParallelism(1);
        graph.edge(Edge.between(made, mapped).isolated())
                .edge(Edge.between(mapped, counts).isolated());
        member.getJet().newJob(graph, Jet.plain());
    }

    @Override
    public void close() {
        if (member != null) {
            member.getLifecycleService().terminate();
        }
    }

    /** Emits what is due, for ever. */
    private static final class Numbers extends AbstractProcessor {

        private final long perSecond;
        private long begunNanos;
        private long next;

        Numbers(long perSecond) {
            this.perSecond = perSecond;
        }

        @Override
        protected void init(Context context) {
            begunNanos = System.nanoTime();
        }

        @Override
        public boolean complete() {
            long due = (System.nanoTime() - begunNanos) * perSecond / TimeUnit.SECONDS.toNanos(1);
            while (next < due && tryEmit(next)) {
                next++;
            }
            return false;
        }
    }

    private static final class Counter extends AbstractProcessor {

        @Override
        protected boolean tryProcess(int ordinal, Object item) {
            counted.run();
            return true;
        }
    }
}
