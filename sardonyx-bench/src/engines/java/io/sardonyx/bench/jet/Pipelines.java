package io.sardonyx.bench.jet;

import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.aggregate.AggregateOperations;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.pipeline.BatchStage;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Trial;

/** The work as one would write it: what becomes one vertex, and what is counted beforehand, is left to Jet. */
final class Pipelines {

    private Pipelines() {}

    /** Jet makes one vertex of map and filter. */
    static Pipeline events(Trial trial) {
        int parallelism = trial.parallelism();
        var pipeline = Pipeline.create();
        Pipelines.<Event>source(pipeline, Events::of, trial)
                .map(Events::map)
                .setLocalParallelism(parallelism)
                .filter(Events::isKept)
                .setLocalParallelism(parallelism)
                .writeTo(Sinks.fromProcessor(
                        "sink", ProcessorMetaSupplier.of(parallelism, () -> new Sink<>(Graphs::add))))
                .setLocalParallelism(parallelism);
        return pipeline;
    }

    /**
     * Jet counts in two stages: what each member has split, and by word over all members.
     *
     * @param keyed how many count on each member
     */
    static Pipeline words(Trial trial, int keyed) {
        var pipeline = Pipeline.create();
        Pipelines.<String>source(pipeline, Lines::of, trial)
                .flatMap(line -> Traversers.traverseIterable(Lines.split(line)))
                .setLocalParallelism(trial.parallelism())
                .groupingKey(word -> word)
                .aggregate(AggregateOperations.counting())
                .setLocalParallelism(keyed)
                .writeTo(Sinks.fromProcessor(
                        "sink", ProcessorMetaSupplier.of(keyed, () -> new Sink<>(Graphs.WORD_COUNTS))))
                .setLocalParallelism(keyed);
        return pipeline;
    }

    private static <T> BatchStage<T> source(Pipeline pipeline, Source.Making making, Trial trial) {
        var processors = ProcessorMetaSupplier.of(trial.parallelism(), Graphs.source(making, trial));
        return pipeline.readFrom(Sources.<T>batchFromProcessor("source", processors))
                .setLocalParallelism(trial.parallelism());
    }
}
