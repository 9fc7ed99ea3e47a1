package io.sardonyx.task;

import io.sardonyx.function.CallProgress;
import io.sardonyx.function.KeyFunction;
import io.sardonyx.serial.KeyGroups;

/** How the segments of a task are shared out by their keys. */
record KeyGrouping(KeyFunction keys, KeyGroups groups, CallProgress progress) {}
