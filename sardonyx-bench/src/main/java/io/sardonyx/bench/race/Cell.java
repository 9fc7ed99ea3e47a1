package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Workload;

/** An engine, a workload and a way to do it. */
record Cell(String engine, Workload workload, String variant) {

    @Override
    public String toString() {
        return workload + " " + engine + " " + variant;
    }
}
