package io.sardonyx.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.exceptions.RegistrationException;
import io.sardonyx.value.Site;
import io.sardonyx.wire.HostPort;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The send queues of replies to callers, each with a short-lived publication. Confined to the wire's thread.
 *
 * <p>A hello makes this process send to the address that it contains, authenticated or not: so the number of
 * publications is bounded, and they time out. Each link has its own: on one that connects to a former process at the
 * same address, a reply would seem sent and be lost.
 */
final class ReplySender {

    private static final Logger LOG = LoggerFactory.getLogger(ReplySender.class);

    /** Publications at most. */
    private static final int MOST = 256;

    /** Queued replies per publication at most. */
    private static final int MOST_WAITING = 8;

    /** Idle timeout of a publication. */
    private static final long UNUSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Timeout of a publication with queued replies. */
    private static final long UNHEARD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final AeronConnection connection;
    private final Map<String, ReplyQueue> queues = new LinkedHashMap<>();

    ReplySender(AeronConnection connection) {
        this.connection = connection;
    }

    /** A publication and its queue. */
    private static final class ReplyQueue {
        final long registration;
        final Queue<byte[]> waiting = new ArrayDeque<>();

        @Nullable
        ExclusivePublication publication;

        long usedAt = System.nanoTime();

        ReplyQueue(long registration) {
            this.registration = registration;
        }

        boolean isStale(long now) {
            return now - usedAt > (waiting.isEmpty() ? UNUSED_NANOS : UNHEARD_NANOS);
        }
    }

    /** Enqueues a reply, or drops it when there are too many; a caller without a reply retries. */
    void send(Site to, LinkReply answer) {
        ReplyQueue queue = queues.get(answer.caller());
        if (queue == null) {
            if (queues.size() >= MOST) {
                LOG.debug("{} is not answered now: too many call at once", to);
                return;
            }
            queue = new ReplyQueue(connection.reply(HostPort.of(AeronWireProvider.SCHEME, to)));
            queues.put(answer.caller(), queue);
        }
        if (queue.waiting.size() < MOST_WAITING) {
            queue.waiting.add(answer.written());
        }
    }

    /** Sends queued replies and closes publications that timed out; whether something was sent. */
    boolean turn() {
        boolean worked = false;
        long now = System.nanoTime();
        for (Iterator<ReplyQueue> all = queues.values().iterator(); all.hasNext(); ) {
            ReplyQueue queue = all.next();
            try {
                worked |= flush(queue, now);
            } catch (RegistrationException e) {
                LOG.debug("a caller cannot be answered", e);
                all.remove();
                continue;
            }
            if (queue.isStale(now)) {
                close(queue);
                all.remove();
            }
        }
        return worked;
    }

    private boolean flush(ReplyQueue queue, long now) {
        if (queue.publication == null) {
            queue.publication = connection.publication(queue.registration);
        }
        ExclusivePublication publication = queue.publication;
        boolean worked = false;
        while (publication != null && !queue.waiting.isEmpty()) {
            if (publication.offer(new UnsafeBuffer(queue.waiting.peek())) <= 0) {
                break;
            }
            queue.waiting.remove();
            queue.usedAt = now;
            worked = true;
        }
        return worked;
    }

    private void close(ReplyQueue queue) {
        if (queue.publication != null) {
            queue.publication.close();
        } else {
            connection.forget(queue.registration);
        }
    }
}
