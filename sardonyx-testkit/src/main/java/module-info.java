/**
 * Simulator, explorer, generators and the contracts of ports and plugins, for us and for users.
 *
 * <p>What users write tests with is exported to everybody: {@code @SimulatedCluster}, runs of the simulator, contracts
 * and generators. JUnit is for those who have it; the program, which simulates and explores, does without.
 */
@SuppressWarnings("module") // Modules that are named here are built after this one.
module io.sardonyx.testkit {
    requires transitive io.sardonyx.core;
    requires transitive io.sardonyx.runtime;
    requires static org.jspecify;
    requires static org.junit.jupiter.api;

    exports io.sardonyx.testkit.contract;
    exports io.sardonyx.testkit.generate;
    exports io.sardonyx.testkit.junit;
    exports io.sardonyx.testkit.simulate;
    exports io.sardonyx.testkit.explore to
            io.sardonyx.bench,
            io.sardonyx.cli;

    uses io.sardonyx.plugin.InputProvider;
    uses io.sardonyx.plugin.OutputProvider;
    uses io.sardonyx.port.StoreProvider;
    uses io.sardonyx.port.WireProvider;
}
