package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.serial.KeyGroups;

/** How the segments of a task are shared out by their keys. */
record KeyGrouping(KeyFunction keys, KeyGroups groups, CallProgress progress) {}
