package io.sardonyx.it.offenders.manners;

final class ThingManager {}
