/** Figures of a process, for Micrometer and Prometheus. */
@SuppressWarnings("requires-transitive-automatic") // Micrometer names its modules in manifests.
module io.sardonyx.metrics {
    requires transitive io.sardonyx.runtime;
    requires transitive micrometer.core;
    requires micrometer.registry.prometheus;
    requires jdk.httpserver;
    requires static org.jspecify;

    exports io.sardonyx.metrics;
}
