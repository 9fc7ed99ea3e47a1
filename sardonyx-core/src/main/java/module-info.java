/**
 * The values and pure functions of Sardonyx: jobs, the plugin interface, the ports of stores and wires.
 *
 * <p>Exported to everybody is what who writes jobs needs ({@code job}, {@code state}, {@code value}) and what who
 * writes a connector or an adapter needs ({@code plugin}, {@code port}). All else is for our own modules, by name, and
 * changes at will.
 */
@SuppressWarnings("module") // Modules that are named here are built after this one.
module io.sardonyx.core {
    requires static org.jspecify;

    exports io.sardonyx.job;
    exports io.sardonyx.plugin;
    exports io.sardonyx.port;
    exports io.sardonyx.state;
    exports io.sardonyx.value;
    exports io.sardonyx.assignment to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.command to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.coordinator to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.duty to
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.flow to
            io.sardonyx.runtime;
    exports io.sardonyx.job.check to
            io.sardonyx.cli,
            io.sardonyx.runtime;
    exports io.sardonyx.job.outline to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.lease to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.log to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.replica to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.schedule to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.value.table to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.runtime,
            io.sardonyx.testkit;
    exports io.sardonyx.value.text to
            io.sardonyx.cli,
            io.sardonyx.runtime;
    exports io.sardonyx.wire to
            io.sardonyx.aeron,
            io.sardonyx.netty,
            io.sardonyx.testkit;
}
