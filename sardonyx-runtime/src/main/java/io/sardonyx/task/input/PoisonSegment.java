package io.sardonyx.task.input;

/** A segment that failed too often, on its way to whoever takes dead letters. */
public record PoisonSegment(Object segment, String cause) {}
