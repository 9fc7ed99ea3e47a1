package io.sardonyx.it.together;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.port.WireAddress;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Groups of one peer each that have nothing in common but a store and a real wire, as if each were a process; so
 * whatever two tasks send each other crosses the wire.
 */
final class Company implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Store store = Stores.open("memory:company-" + System.nanoTime());
    private final AdminClient client = AdminClient.over(store);
    private final Deque<Member> members = new ArrayDeque<>();

    Company(WireAddress address, int groups) throws IOException {
        for (int i = 0; i < groups; i++) {
            join(address);
        }
        while (client.replica().replica().peers().present().size() < groups) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void join(WireAddress address) throws IOException {
        Membership how = Membership.of("company", 1).at(address).threads(1);
        members.push(Member.join(store, how, FunctionLoader.onClassPath(), (group, links) -> {}));
    }

    Company provide(String name, Object resource) {
        members.forEach(member -> member.provide(name, resource));
        return this;
    }

    AdminClient client() {
        return client;
    }

    Outcome run(Job job) throws InterruptedException, TimeoutException {
        client.submit(job);
        return client.await(job.id(), PATIENCE);
    }

    @Override
    public void close() {
        members.forEach(Member::close);
        client.close();
        store.close();
    }
}
