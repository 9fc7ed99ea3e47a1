package io.sardonyx.bench.jet;

import com.hazelcast.config.Config;

/** How members are set up. They talk to nobody else: no telemetry, no search for others, nothing but loopback. */
final class Members {

    private static final String HOST = "127.0.0.1";

    private Members() {}

    static Config alone(int threads) {
        return joining(HOST, threads);
    }

    /** @param other where another member is, if there is one */
    static Config joining(String other, int threads) {
        var config = new Config();
        config.setClusterName("sardonyx-bench");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.getMetricsConfig().setEnabled(false);
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(threads);
        var network = config.getNetworkConfig();
        network.setPublicAddress(HOST);
        network.getInterfaces().setEnabled(true).addInterface(HOST);
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true).addMember(other);
        return config;
    }
}
