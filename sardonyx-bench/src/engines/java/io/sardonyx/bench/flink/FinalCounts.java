package io.sardonyx.bench.flink;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Counts by key and says how many when the input has ended: then event time jumps to its end and timers fire. */
final class FinalCounts extends KeyedProcessFunction<String, String, Tuple2<String, Long>> {

    private transient ValueState<Long> count;

    @Override
    public void open(OpenContext context) {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
    }

    @Override
    public void processElement(String word, Context context, Collector<Tuple2<String, Long>> out) throws Exception {
        Long before = count.value();
        if (before == null) {
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }
        count.update(before == null ? 1 : before + 1);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Tuple2<String, Long>> out) throws Exception {
        out.collect(Tuple2.of(context.getCurrentKey(), count.value()));
    }
}
