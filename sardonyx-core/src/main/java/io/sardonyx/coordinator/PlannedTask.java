package io.sardonyx.coordinator;

import io.sardonyx.value.TaskName;

/**
 * A task as the planner describes it.
 *
 * @param phase its distance from the inputs; earlier phases are offered first
 */
public record PlannedTask(TaskName name, int phase, Consumption consumption) {}
