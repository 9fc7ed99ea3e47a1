package io.sardonyx.bench.flink;

import io.sardonyx.bench.work.Addition;
import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Running;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/** The work as streams in an environment, which decides what is chained. */
final class Flows {

    private static final int KEYED = 2;

    private Flows() {}

    static void events(StreamExecutionEnvironment environment, Trial trial) {
        source(environment, trial, new Source<>(Events::of), TypeInformation.of(Event.class))
                .map(Events::map)
                .returns(Event.class)
                .filter(Events::isKept)
                .sinkTo(new TallySink<Event>(Tally::add));
    }

    static void words(StreamExecutionEnvironment environment, Trial trial) {
        source(environment, trial, new Source<>(Lines::of), Types.STRING)
                .flatMap((String line, Collector<String> out) ->
                        Lines.split(line).forEach(out::collect))
                .returns(Types.STRING)
                .keyBy(word -> word)
                .process(new FinalCounts())
                .returns(Types.TUPLE(Types.STRING, Types.LONG))
                .setParallelism(KEYED)
                .sinkTo(new TallySink<Tuple2<String, Long>>(
                        (tally, it) -> tally.addAll(it.f1, Lines.digest(it.f0, it.f1))))
                .setParallelism(KEYED);
    }

    static void paced(StreamExecutionEnvironment environment, Trial trial) {
        long firstRecorded = trial.firstRecorded();
        source(environment, trial, new PacedSource(trial.perSecond()), TypeInformation.of(Event.class))
                .map(Events::map)
                .returns(Event.class)
                .keyBy(Events::userId, Types.LONG)
                .process(new LiveCounts())
                .returns(Running.class)
                .setParallelism(KEYED)
                .sinkTo(new TallySink<Running>((tally, running) -> tally.add(running, firstRecorded)))
                .setParallelism(KEYED);
    }

    static void sums(StreamExecutionEnvironment environment, Trial trial) {
        long inputs = trial.inputs();
        source(
                        environment,
                        trial,
                        new Source<>(index -> Additions.of(index, inputs)),
                        TypeInformation.of(Addition.class))
                .keyBy(Additions::key, Types.LONG)
                .process(new LiveSums())
                .returns(Addition.class)
                .setParallelism(KEYED)
                .sinkTo(new TallySink<Addition>((tally, sum) -> tally.add(Additions.digest(sum))))
                .setParallelism(KEYED);
    }

    private static <T> DataStream<T> source(
            StreamExecutionEnvironment environment,
            Trial trial,
            GeneratorFunction<Long, T> generator,
            TypeInformation<T> type) {
        return environment.fromSource(
                new DataGeneratorSource<>(generator, trial.inputs(), type), WatermarkStrategy.noWatermarks(), "source");
    }
}
