package io.sardonyx.it.offenders.modules.core;

public final class Core {}
