package io.sardonyx.task.input;

/** A segment that used up its attempts, wrapped on its way to the task for dead letters. */
public record PoisonSegment(Object segment, String cause) {}
