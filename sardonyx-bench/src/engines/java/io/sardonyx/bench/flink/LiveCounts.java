package io.sardonyx.bench.flink;

import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Running;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Counts by key and says how many each time. */
final class LiveCounts extends KeyedProcessFunction<Long, Event, Running> {

    private transient ValueState<Long> count;

    @Override
    public void open(OpenContext context) {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
    }

    @Override
    public void processElement(Event event, Context context, Collector<Running> out) throws Exception {
        Long before = count.value();
        long now = before == null ? 1 : before + 1;
        count.update(now);
        out.collect(Running.of(event, now));
    }
}
