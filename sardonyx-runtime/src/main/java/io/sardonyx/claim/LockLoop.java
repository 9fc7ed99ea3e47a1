package io.sardonyx.claim;

import io.sardonyx.lease.Candidate;
import io.sardonyx.lease.Contender;
import io.sardonyx.lease.HeldLease;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Moment;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Loop;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.partition.DocumentLock;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import io.sardonyx.store.LockCodec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Event loop of the locks that this process waits for or holds: reads their documents, claims a permit that is free or
 * expired, renews and releases it. Confined to the thread of {@link #turn}.
 */
final class LockLoop implements Loop {

    private final Documents documents;
    private final InstantSource wallClock;
    private final Mailbox mailbox = new Mailbox();
    private final List<Request> requests = new ArrayList<>();
    private final Watch watch;
    private volatile boolean nudged;

    LockLoop(Documents documents, InstantSource wallClock) {
        this.documents = documents;
        this.wallClock = wallClock;
        this.watch = documents.onChange("locks/", () -> {
            nudged = true;
            mailbox.wake();
        });
    }

    void add(Request request) {
        var self = new Candidate(request.token, request.leaseMillis);
        for (String name : request.names) {
            request.permits.add(new DocumentLock(
                    Contender.of(name, self),
                    documents,
                    mailbox,
                    System::nanoTime,
                    LockLoop::lock,
                    DocumentLock.DAMAGED));
        }
        requests.add(request);
    }

    private static LockDocument lock(Document found) {
        return ClaimDocuments.decode(found.name(), found.body(), LockCodec::read);
    }

    @Override
    public boolean turn(long nowNanos) {
        var now = new Moment(nowNanos, wallClock.millis());
        boolean worked = mailbox.drain(nowNanos);
        if (nudged) {
            nudged = false;
            requests.forEach(request -> request.nextRead.hasten());
        }
        for (Request request : List.copyOf(requests)) {
            worked |= turn(request, now);
        }
        requests.removeIf(request -> request.over);
        return worked;
    }

    private boolean turn(Request request, Moment now) {
        DocumentLock chosen = request.chosen;
        if (chosen == null) {
            if (request.released) {
                request.over = true;
                return true;
            }
            return claim(request, now);
        }
        HeldLease lease = chosen.lease();
        boolean lost = request.granted.isDone() && !chosen.mayActAt(now.nanos());
        if (request.released || lost) {
            request.over = chosen.isIdle();
            return request.over || chosen.release(now, LockCodec::encoded, () -> {});
        }
        if (lease != null && !request.granted.isDone()) {
            request.fence = lease.fence();
            return request.granted.complete(chosen);
        }
        if (!request.granted.isDone() && chosen.isLost()) {
            request.chosen = null;
            request.nextRead.hasten();
            return true;
        }
        return chosen.contend(now, LockCodec::encoded, () -> {});
    }

    /** Tries to claim a permit by what is known, and reads all of them again after a sixth of a lease. */
    private boolean claim(Request request, Moment now) {
        if (request.reading) {
            return false;
        }
        if (!request.seen || request.nextRead.isDue(now.nanos())) {
            read(request, now.nanos());
            return true;
        }
        for (DocumentLock permit : request.permits) {
            if (permit.contend(now, LockCodec::encoded, () -> {})) {
                request.chosen = permit;
                return true;
            }
        }
        return false;
    }

    private void read(Request request, long nowNanos) {
        request.reading = true;
        request.nextRead.set(nowNanos + request.leaseMillis * 1_000_000 / 6);
        mailbox.await(readAll(request), found -> saw(request, found), failure -> {
            request.reading = false;
            if (failure instanceof Unreadable) {
                request.fail(failure);
            }
        });
    }

    /**
     * Reads all permits, and if one is missing the leader's lock after that: it has a fence as high as that of any lock
     * that was deleted, since it is raised before.
     */
    private CompletionStage<Map<String, Document>> readAll(Request request) {
        return documents.read(request.names).thenCompose(found -> {
            Map<String, Document> byName = new HashMap<>();
            found.forEach(document -> byName.put(document.name(), document));
            if (byName.keySet().containsAll(request.names)) {
                return CompletableFuture.completedFuture(byName);
            }
            return documents.read(List.of(ClaimDocuments.LEADER)).thenApply(leader -> {
                leader.forEach(document -> byName.put(document.name(), document));
                return byName;
            });
        });
    }

    private static void saw(Request request, Map<String, Document> found) {
        request.reading = false;
        try {
            Document leader = found.get(ClaimDocuments.LEADER);
            LockDocument absent =
                    LockDocument.unheld(leader == null ? 0 : lock(leader).fence());
            for (int i = 0; i < request.names.size(); i++) {
                Document permit = found.get(request.names.get(i));
                if (permit == null) {
                    request.permits.get(i).sawNone(absent, System.nanoTime());
                } else {
                    request.permits.get(i).saw(permit, System.nanoTime());
                }
            }
            request.seen = true;
        } catch (Unreadable e) {
            request.fail(e);
        }
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public void close() {
        watch.close();
        requests.forEach(request -> request.fail(new IllegalStateException("it is closed")));
    }

    /** A permit that somebody waits for or holds. */
    static final class Request {

        private final List<String> names;
        private final String token;
        private final long leaseMillis;
        private final List<DocumentLock> permits = new ArrayList<>();
        private final Deadline nextRead = new Deadline();
        private final CompletableFuture<DocumentLock> granted = new CompletableFuture<>();
        private @Nullable DocumentLock chosen;
        private boolean seen;
        private boolean reading;
        private boolean released;
        private boolean over;
        private volatile long fence;

        /** @param token unique, so that two threads of a process exclude each other */
        Request(List<String> names, String token, long leaseMillis) {
            this.names = names;
            this.token = token;
            this.leaseMillis = leaseMillis;
        }

        /** Completes when it is held; for any thread. */
        CompletableFuture<DocumentLock> granted() {
            return granted;
        }

        /** The fence under which it is held; for any thread, once it is granted. */
        long fence() {
            return fence;
        }

        void release() {
            released = true;
        }

        private void fail(Throwable failure) {
            granted.completeExceptionally(failure);
            over = true;
        }
    }
}
