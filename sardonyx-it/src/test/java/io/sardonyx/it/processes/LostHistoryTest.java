package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.PeerGc;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that was emptied, or put back to an earlier state, while processes of its cluster run. */
class LostHistoryTest {

    private static final Pattern READ = Pattern.compile("entry (\\d+): replica");

    private static final String SESSION = "?sessionTimeoutMillis=3000";

    @TempDir
    private Path outputs;

    @Test
    void processesStopWhenTheirStoreWasEmptied() throws Exception {
        int port;
        List<Member> members;
        try (var first = DevelopmentServer.start(outputs.resolve("first"), 0)) {
            port = first.port();
            members = start(first.address("tests") + SESSION);
        }
        assertRefused(members, outputs.resolve("second"), port);
    }

    private static void assertRefused(List<Member> members, Path directory, int port) throws Exception {
        try (var server = DevelopmentServer.start(directory, port)) {
            assertThat(server.port()).isEqualTo(port);
            for (Member member : members) {
                assertThat(member.exitCode()).as(member.said()).isEqualTo(1);
                assertThat(member.said()).contains("the store was emptied or restored from a copy");
            }
        }
    }

    @Test
    void processesStopWhenAnEarlierCopyOfTheirStoreIsPutBack() throws Exception {
        Path kept = outputs.resolve("kept");
        Path copy = outputs.resolve("copy");
        List<Member> members;
        int port;
        try (var before = DevelopmentServer.start(kept, 0)) {
            port = before.port();
            members = start(before.address("tests") + SESSION);
        }
        copy(kept, copy);
        try (var after = DevelopmentServer.start(kept, port);
                var store = Stores.open(after.address("tests"));
                AdminClient client = AdminClient.over(store)) {
            long last = client.append(new PeerGc(GroupId.of("somebody"))).position();
            Waiting.until("all to read it", () -> members.stream().allMatch(it -> hasRead(it, last)));
        }
        assertRefused(members, copy, port);
    }

    /** Others may be appended behind it, such as the return of who lost its session; then only those are told. */
    private static boolean hasRead(Member member, long position) {
        return READ.matcher(member.said()).results().anyMatch(found -> Long.parseLong(found.group(1)) >= position);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private List<Member> start(String address) throws Exception {
        var cluster = new Cluster(address, outputs);
        List<Member> members = cluster.startRing(2);
        cluster.store().close();
        return members;
    }
}
