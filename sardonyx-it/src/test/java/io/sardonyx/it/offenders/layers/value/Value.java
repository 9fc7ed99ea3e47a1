package io.sardonyx.it.offenders.layers.value;

public final class Value {}
