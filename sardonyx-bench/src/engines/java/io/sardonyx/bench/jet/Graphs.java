package io.sardonyx.bench.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.PredicateEx;
import com.hazelcast.function.SupplierEx;
import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.Util;
import com.hazelcast.jet.aggregate.AggregateOperations;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Partitioner;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Vertex;
import com.hazelcast.jet.core.processor.Processors;
import io.sardonyx.bench.work.Addition;
import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Running;
import io.sardonyx.bench.work.Segments;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;
import java.util.List;
import java.util.Map;

/** The work as graphs of vertices, none of which Jet melts into another. */
final class Graphs {

    static final int KEYED = 2;

    static final Sink.Adding<Map.Entry<String, Long>> WORD_COUNTS =
            (tally, it) -> tally.addAll(it.getValue(), Lines.digest(it.getKey(), it.getValue()));

    /** Where two tasks of a kind are. */
    enum Reach {
        ONE_MEMBER,
        TWO_MEMBERS
    }

    private Graphs() {}

    static DAG events(Trial trial) {
        FunctionEx<Event, Event> map = Events::map;
        PredicateEx<Event> filter = Events::isKept;
        return chain(trial.parallelism(), source(Events::of, trial), map, filter, () -> new Sink<>(Graphs::add));
    }

    static DAG segments(Trial trial) {
        FunctionEx<Map<String, Object>, Map<String, Object>> map = Segments::map;
        PredicateEx<Map<String, Object>> filter = Segments::isKept;
        Sink.Adding<Map<String, Object>> adding = (tally, segment) -> tally.add(Segments.digest(segment));
        return chain(trial.parallelism(), source(Segments::of, trial), map, filter, () -> new Sink<>(adding));
    }

    static SupplierEx<Processor> source(Source.Making making, Trial trial) {
        long inputs = trial.inputs();
        return () -> new Source(making, inputs);
    }

    static void add(Tally tally, Event event) {
        tally.add(event);
    }

    private static <T> DAG chain(
            int parallelism,
            SupplierEx<Processor> source,
            FunctionEx<T, T> map,
            PredicateEx<T> filter,
            SupplierEx<Processor> sink) {
        var graph = new DAG();
        Vertex made = graph.newVertex("source", source).localParallelism(parallelism);
        Vertex mapped = graph.newVertex("map", Processors.mapP(map)).localParallelism(parallelism);
        Vertex kept = graph.newVertex("filter", Processors.filterP(filter)).localParallelism(parallelism);
        Vertex summed = graph.newVertex("sink", sink).localParallelism(parallelism);
        return graph.edge(Edge.between(made, mapped).isolated())
                .edge(Edge.between(mapped, kept).isolated())
                .edge(Edge.between(kept, summed).isolated());
    }

    /** The default partitioner would serialize every word to find its place, and take twice the time. */
    static DAG words(Trial trial, Reach reach) {
        boolean isLocal = reach == Reach.ONE_MEMBER;
        int keyed = isLocal ? KEYED : 1;
        FunctionEx<String, String> word = it -> it;
        var graph = new DAG();
        int splitting = trial.parallelism();
        Vertex lines = graph.newVertex("lines", source(Lines::of, trial)).localParallelism(splitting);
        Vertex words = graph.newVertex(
                        "words", Processors.flatMapP((String line) -> Traversers.traverseIterable(Lines.split(line))))
                .localParallelism(splitting);
        SupplierEx<Processor> counting = trial.isExactlyOnce()
                ? () -> new Sums<>(word, it -> 1)
                : Processors.aggregateByKeyP(List.of(word), AggregateOperations.counting(), Util::entry);
        Vertex counts = graph.newVertex("counts", counting).localParallelism(keyed);
        Vertex summed = graph.newVertex("sink", () -> new Sink<>(WORD_COUNTS)).localParallelism(keyed);
        Edge byWord = Edge.between(words, counts).partitioned(word, Partitioner.HASH_CODE);
        return graph.edge(Edge.between(lines, words).isolated())
                .edge(isLocal ? byWord : byWord.distributed())
                .edge(Edge.between(counts, summed).isolated());
    }

    static DAG paced(Trial trial) {
        long inputs = trial.inputs();
        long perSecond = trial.perSecond();
        long firstRecorded = trial.firstRecorded();
        FunctionEx<Event, Event> map = Events::map;
        FunctionEx<Event, Long> user = Events::userId;
        Sink.Adding<Running> adding = (tally, running) -> tally.add(running, firstRecorded);
        var graph = new DAG();
        Vertex made = graph.newVertex("source", () -> new PacedSource(inputs, perSecond))
                .localParallelism(1);
        Vertex mapped = graph.newVertex("map", Processors.mapP(map)).localParallelism(1);
        Vertex counted = graph.newVertex("counts", runningCounts(user)).localParallelism(KEYED);
        Vertex summed = graph.newVertex("sink", () -> new Sink<>(adding)).localParallelism(KEYED);
        return graph.edge(Edge.between(made, mapped).isolated())
                .edge(Edge.between(mapped, counted).partitioned(user, Partitioner.HASH_CODE))
                .edge(Edge.between(counted, summed).isolated());
    }

    private static SupplierEx<Processor> runningCounts(FunctionEx<Event, Long> user) {
        SupplierEx<long[]> none = () -> new long[1];
        return Processors.<Event, Long, long[], Running>mapStatefulP(
                0,
                user,
                event -> 0,
                none,
                (count, key, event) -> Running.of(event, ++count[0]),
                (count, key, event) -> false,
                (count, key, watermark) -> null);
    }

    static DAG sums(Trial trial) {
        long inputs = trial.inputs();
        FunctionEx<Addition, Long> key = Additions::key;
        Sink.Adding<Addition> adding = (tally, sum) -> tally.add(Additions.digest(sum));
        var graph = new DAG();
        Vertex made = graph.newVertex("source", source(index -> Additions.of(index, inputs), trial))
                .localParallelism(1);
        Vertex summed = graph.newVertex("sums", runningSums(key)).localParallelism(KEYED);
        Vertex counted = graph.newVertex("sink", () -> new Sink<>(adding)).localParallelism(KEYED);
        return graph.edge(Edge.between(made, summed).partitioned(key, Partitioner.HASH_CODE))
                .edge(Edge.between(summed, counted).isolated());
    }

    /**
     * Three members, or two when one is lost. The default partitioner puts a key where its part of a snapshot is
     * restored.
     */
    static DAG finalSums(Trial trial) {
        long inputs = trial.inputs();
        FunctionEx<Addition, Long> key = Additions::key;
        Sink.Adding<Map.Entry<Long, Long>> adding =
                (tally, it) -> tally.add(Additions.digest(new Addition(it.getKey(), it.getValue())));
        ToLongFunctionEx<Addition> amount = addition -> {
            Board.did();
            return addition.amount;
        };
        var graph = new DAG();
        Vertex made = graph.newVertex("source", () -> new FillingSource(inputs)).localParallelism(1);
        Vertex summed = graph.newVertex("sums", () -> new Sums<>(key, amount)).localParallelism(1);
        Vertex counted = graph.newVertex("sink", () -> new Sink<>(adding)).localParallelism(1);
        return graph.edge(Edge.between(made, summed).partitioned(key).distributed())
                .edge(Edge.between(summed, counted).isolated());
    }

    private static SupplierEx<Processor> runningSums(FunctionEx<Addition, Long> byKey) {
        SupplierEx<long[]> none = () -> new long[1];
        return Processors.<Addition, Long, long[], Addition>mapStatefulP(
                0,
                byKey,
                addition -> 0,
                none,
                (sum, key, addition) -> new Addition(key, sum[0] += addition.amount),
                (sum, key, addition) -> false,
                (sum, key, watermark) -> null);
    }
}
