package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One process of {@link ThreeProcessesTest}: it appends batches under its own name until it is told to stop, and holds
 * what leases it can get. It prints one line for each thing that the store acknowledged.
 */
final class Member {

    private final String name;
    private final Store store;
    private final PrintStream out;

    private Member(String name, Store store, PrintStream out) {
        this.name = name;
        this.store = store;
        this.out = out;
    }

    /**
     * The address of the store, the name of the member, and how many appends it makes; no number means until killed.
     */
    public static void main(String[] args) throws Exception {
        var out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, UTF_8);
        try (Store store = Stores.open(args[0])) {
            var member = new Member(args[1], store, out);
            member.claim("of " + args[1]);
            member.claim("of all");
            out.println("ready");
            member.append(args.length > 2 ? Integer.parseInt(args[2]) : Integer.MAX_VALUE);
            out.println("done");
            while (System.in.read() >= 0) {
                // holds its leases until the test closes our input
            }
        }
    }

    private void claim(String lease) throws Exception {
        Optional<Lease> claimed =
                store.leases().claim(lease, name).toCompletableFuture().get(20, TimeUnit.SECONDS);
        claimed.ifPresent(it -> out.println("lease " + it.fence() + " " + lease));
    }

    private void append(int times) throws Exception {
        Log log = store.log("log");
        for (int i = 0; i < times; i++) {
            byte[] one = (name + ":" + 2 * i).getBytes(UTF_8);
            byte[] two = (name + ":" + (2 * i + 1)).getBytes(UTF_8);
            long position = log.append(List.of(one, two)).toCompletableFuture().get(20, TimeUnit.SECONDS);
            out.println("appended " + position + " " + i);
        }
    }
}
