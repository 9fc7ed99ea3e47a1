package io.sardonyx.it.offenders.layers.attic;

public final class Unknown {}
