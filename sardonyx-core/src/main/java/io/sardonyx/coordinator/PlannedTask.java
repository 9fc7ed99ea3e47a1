package io.sardonyx.coordinator;

import io.sardonyx.value.TaskName;

/**
 * Description of a task in a submitted job.
 *
 * @param phase its distance from the inputs; earlier phases are offered first
 */
public record PlannedTask(TaskName name, int phase, Consumption consumption) {}
