package io.sardonyx.bench.queue;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/** A Kafka broker of one node, which is its own controller, in a process of its own; says its address when it is up. */
public final class KafkaServer {

    private KafkaServer() {}

    /** Takes an empty directory. */
    public static void main(String[] args) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        QueueCell.endWithParent();
        Path directory = Path.of(args[0]);
        int port = freePort();
        Path settings = Files.writeString(directory.resolve("server.properties"), settings(directory, port));
        int formatted = StorageTool.execute(
                new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", settings.toString()}, System.err);
        if (formatted != 0) {
            throw new IOException("Kafka's directory " + directory + " was not formatted");
        }
        var server = new Thread(() -> kafka.Kafka.main(new String[] {settings.toString()}), "kafka");
        server.start();
        String address = "127.0.0.1:" + port;
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address))) {
            admin.describeCluster().nodes().get();
        }
        answers.println("{\"broker\": \"" + address + "\"}");
        answers.flush();
        server.join();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String settings(Path directory, int port) throws IOException {
        return """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                inter.broker.listener.name=PLAINTEXT
                listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                log.dirs=%3$s
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=1
                group.initial.rebalance.delay.ms=0
                """.formatted(port, freePort(), directory.resolve("logs"));
    }
}
