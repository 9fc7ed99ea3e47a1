package io.sardonyx.servers;

import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

/** A real Kafka broker for tests, on loopback, to be run in a process of its own. */
public final class KafkaServer {

    private KafkaServer() {}

    /** Serves at a port of its choice, and prints the port once it answers. */
    public static void main(String[] words) throws Exception {
        TestKitNodes nodes = new TestKitNodes.Builder()
                .setCombined(true)
                .setNumBrokerNodes(1)
                .setNumControllerNodes(1)
                .build();
        KafkaClusterTestKit kit = new KafkaClusterTestKit.Builder(nodes)
                .setConfigProp("offsets.topic.num.partitions", "1")
                .setConfigProp("offsets.topic.replication.factor", "1")
                .setConfigProp("group.initial.rebalance.delay.ms", "0")
                .setConfigProp("group.min.session.timeout.ms", "1000")
                .build();
        kit.format();
        kit.startup();
        kit.waitForReadyBrokers();
        System.out.println();
        System.out.println("port " + kit.bootstrapServers().replaceFirst(".*:", ""));
        new CountDownLatch(1).await();
    }
}
