package io.sardonyx.bench.flink;

import io.sardonyx.bench.work.Addition;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Adds up by key and says the sum each time. */
final class LiveSums extends KeyedProcessFunction<Long, Addition, Addition> {

    private transient ValueState<Long> sum;

    @Override
    public void open(OpenContext context) {
        sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Long.class));
    }

    @Override
    public void processElement(Addition addition, Context context, Collector<Addition> out) throws Exception {
        Long before = sum.value();
        long now = before == null ? addition.amount : before + addition.amount;
        sum.update(now);
        out.collect(new Addition(addition.key, now));
    }
}
