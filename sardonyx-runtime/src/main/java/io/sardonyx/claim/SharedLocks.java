package io.sardonyx.claim;

import io.sardonyx.content.DocumentName;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.node.NodeLock;
import io.sardonyx.partition.DocumentLock;
import io.sardonyx.port.Documents;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The locks and semaphores of this process that it shares with others through a store: one lock document for each
 * permit. The leader of nodes deletes those that nobody holds, after a while; their fences grow nevertheless, since a
 * new one begins above the leader's fence. All methods may be called from any thread.
 */
public final class SharedLocks implements AutoCloseable {

    /** Most permits of a semaphore: each waiting process reads a document for each. */
    public static final int MOST_PERMITS = 1_000;

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Documents documents;
    private final Duration lease;
    private final InstantSource wallClock;
    private @Nullable LoopThread<LockLoop> thread;
    private boolean closed;

    /** @param lease for how long a process that has died keeps its locks */
    public SharedLocks(Documents store, Duration lease, InstantSource wallClock) {
        this.documents = ClaimDocuments.within(store);
        this.lease = lease;
        this.wallClock = wallClock;
    }

    /**
     * A lock or semaphore; nothing is stored before it is acquired.
     *
     * @param permits the same in all processes: who says more may hold a permit that others do not know
     */
    public NodeLock lock(String name, int permits) {
        if (permits < 1 || permits > MOST_PERMITS) {
            throw new IllegalArgumentException(
                    "lock " + name + " has 1 to " + MOST_PERMITS + " permits, not " + permits);
        }
        return new SharedLock(this, JobId.of(name).text(), permits);
    }

    /** Lets locks travel, by their names. */
    public Codecs.Builder register(Codecs.Builder codecs) {
        return codecs.register(
                SharedLock.class,
                "lock",
                (lock, out) -> {
                    out.putText(lock.name);
                    out.putLong(lock.permits);
                },
                in -> (SharedLock) lock(in.takeText(), Math.toIntExact(in.takeLong())));
    }

    private synchronized LoopThread<LockLoop> loop() {
        if (closed) {
            throw new IllegalStateException("it is closed, and so are its locks");
        }
        LoopThread<LockLoop> running = thread;
        if (running == null) {
            running = new LoopThread<>("sardonyx-locks", new LockLoop(documents, wallClock), it -> {});
            thread = running;
        }
        return running;
    }

    private Optional<NodeLock.Held> acquire(SharedLock lock, Duration atMost) throws InterruptedException {
        LoopThread<LockLoop> running = loop();
        var names = new ArrayList<String>();
        for (int i = 0; i < lock.permits; i++) {
            names.add(DocumentName.of(ClaimSweeper.LOCKS, JobId.of(lock.name), Integer.toString(i)));
        }
        var request = new LockLoop.Request(List.copyOf(names), UUID.randomUUID().toString(), lease.toMillis());
        running.tell(loop -> loop.add(request));
        Runnable release = () -> running.tell(loop -> request.release());
        try {
            DocumentLock held = request.granted().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return Optional.of(new HeldPermit(held, request.fence(), release));
        } catch (TimeoutException e) {
            release.run();
            return Optional.empty();
        } catch (InterruptedException e) {
            release.run();
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException("lock " + lock.name + " cannot be acquired: " + e.getCause(), e);
        }
    }

    /** Stops to renew what is held, which others can acquire when its lease has ended. */
    @Override
    public synchronized void close() {
        closed = true;
        if (thread != null) {
            thread.close();
        }
    }

    /** A lock by its name; it travels as that. */
    static final class SharedLock implements NodeLock {

        private final SharedLocks locks;
        private final String name;
        private final int permits;

        private SharedLock(SharedLocks locks, String name, int permits) {
            this.locks = locks;
            this.name = name;
            this.permits = permits;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int permits() {
            return permits;
        }

        @Override
        public Held acquire() throws InterruptedException {
            return tryAcquire(FOR_EVER).orElseThrow();
        }

        @Override
        public Optional<Held> tryAcquire(Duration atMost) throws InterruptedException {
            return locks.acquire(this, atMost);
        }
    }

    private record HeldPermit(DocumentLock lock, long fence, Runnable release) implements NodeLock.Held {

        @Override
        public boolean isHeld() {
            return lock.mayActAt(System.nanoTime());
        }

        @Override
        public void close() {
            release.run();
        }
    }
}
