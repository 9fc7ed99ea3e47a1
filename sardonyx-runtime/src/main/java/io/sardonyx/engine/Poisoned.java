package io.sardonyx.engine;

/** A segment that failed too often, on its way to whoever takes dead letters. */
record Poisoned(Object segment, String cause) {}
