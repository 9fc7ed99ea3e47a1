package io.sardonyx.it.offenders.names.other;

public class Twice {}
