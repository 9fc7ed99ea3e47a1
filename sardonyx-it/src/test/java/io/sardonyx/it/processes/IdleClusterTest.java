package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where nothing happens nothing is appended, and next to nothing is done; {@code -Didle.wire} says by which wire. */
class IdleClusterTest {

    private static final String WIRE = System.getProperty("idle.wire", "tcp");

    /** Of a core; the media driver of Aeron never sleeps for long. */
    private static final double MOST = WIRE.equals("aeron") ? 0.1 : 0.01;

    @TempDir
    private Path outputs;

    @Test
    void nothingIsAppendedForAWhile() throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            idle(server.address("tests"), Duration.ofSeconds(3));
        }
    }

    @Test
    @Tag("campaign")
    @Tag("processes")
    void aMinuteOnZooKeeperCostsEachProcessNextToNothing() throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            assertThat(idle(server.address("tests"), Duration.ofMinutes(1))).allMatch(share -> share < MOST);
        }
    }

    @Test
    @Tag("campaign")
    @Tag("processes")
    void aMinuteOnADirectoryCostsEachProcessNextToNothing() throws Exception {
        String address = "file:" + outputs.resolve("store");
        assertThat(idle(address, Duration.ofMinutes(1))).allMatch(share -> share < MOST);
    }

    /** What part of a core each process has used. */
    private List<Double> idle(String address, Duration time) throws Exception {
        try (var cluster = new Cluster(address, outputs, WIRE)) {
            var members = cluster.startRing(3);
            cluster.assertAllHoldTheSame();
            long position = cluster.read().position();
            var before = members.stream().map(Member::cpu).toList();
            Waiting.pass(time);
            var after = members.stream().map(Member::cpu).toList();
            assertThat(cluster.read().position()).isEqualTo(position);
            var shares = new ArrayList<Double>();
            for (int i = 0; i < members.size(); i++) {
                shares.add((double) after.get(i).minus(before.get(i)).toNanos() / time.toNanos());
            }
            System.out.println("parts of a core used over " + time.toSeconds() + " s without work on " + address
                    + " and " + WIRE + ": " + shares);
            return shares;
        }
    }
}
