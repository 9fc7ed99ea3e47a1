package io.sardonyx.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointStep;
import io.sardonyx.report.TaskReport.StateFigures;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Meters that only some tasks have: the steps of the latest checkpoint and who was slow, at the input that keeps the
 * checkpoints of its job, and the size of each state. Not thread-safe.
 */
final class CheckpointMeters {

    private static final List<Measure<Long>> OF_STEP = List.of(Measure.gauge(
            "sardonyx.task.checkpoint.step.seconds",
            "How long a step of that checkpoint took",
            CheckpointMeters::seconds));

    private static final List<Measure<Long>> OF_SLOWEST = List.of(Measure.gauge(
            "sardonyx.task.checkpoint.slowest.seconds",
            "How long its longest step took, and which peer was the slowest",
            CheckpointMeters::seconds));

    private static final List<Measure<StateFigures>> OF_STATE = List.of(
            Measure.gauge("sardonyx.task.state.keys", "Keys that have something in a state", StateFigures::keys),
            Measure.gauge("sardonyx.task.state.bytes", "Estimate of the heap that a state takes", StateFigures::bytes));

    private final MeterTable<Long> steps;
    private final MeterTable<Long> slowest;
    private final MeterTable<StateFigures> states;

    CheckpointMeters(MeterRegistry registry) {
        this.steps = new MeterTable<>(registry, OF_STEP);
        this.slowest = new MeterTable<>(registry, OF_SLOWEST);
        this.states = new MeterTable<>(registry, OF_STATE);
    }

    /** Replaces all rows by those of these tasks. */
    void show(Map<Tags, TaskReport> tasks) {
        var presentSteps = new HashMap<Tags, Long>();
        var presentSlowest = new HashMap<Tags, Long>();
        var presentStates = new HashMap<Tags, StateFigures>();
        tasks.forEach((tags, task) -> {
            CheckpointFigures told = task.checkpoint();
            if (told.atMillis() > 0 && told.steps().isKnown()) {
                for (CheckpointStep step : CheckpointStep.values()) {
                    presentSteps.put(tags.and("step", word(step)), told.steps().millis(step));
                }
                CheckpointStep longest = told.steps().longest();
                presentSlowest.put(
                        tags.and("slowest", told.slowest(), "step", word(longest)),
                        told.steps().millis(longest));
            }
            task.states().forEach(state -> presentStates.put(tags.and("state", state.state()), state));
        });
        steps.show(presentSteps);
        slowest.show(presentSlowest);
        states.show(presentStates);
    }

    private static String word(CheckpointStep step) {
        return step.name().toLowerCase(Locale.ROOT);
    }

    private static double seconds(long millis) {
        return millis / 1_000.0;
    }
}
