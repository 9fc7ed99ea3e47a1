package io.sardonyx.it.offenders.names.one;

public class Twice {}
