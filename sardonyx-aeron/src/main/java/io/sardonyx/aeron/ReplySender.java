package io.sardonyx.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.exceptions.RegistrationException;
import io.sardonyx.value.Site;
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
    private final Map<String, Way> ways = new LinkedHashMap<>();

    ReplySender(AeronConnection connection) {
        this.connection = connection;
    }

    /** A publication and its queue. */
    private static final class Way {
        final long registration;
        final Queue<byte[]> waiting = new ArrayDeque<>();

        @Nullable
        ExclusivePublication publication;

        long usedAt = System.nanoTime();

        Way(long registration) {
            this.registration = registration;
        }

        boolean isStale(long now) {
            return now - usedAt > (waiting.isEmpty() ? UNUSED_NANOS : UNHEARD_NANOS);
        }
    }

    /** Enqueues a reply, or drops it when there are too many; a caller without a reply retries. */
    void send(Site to, LinkReply answer) {
        Way way = ways.get(answer.caller());
        if (way == null) {
            if (ways.size() >= MOST) {
                LOG.debug("{} is not answered now: too many call at once", to);
                return;
            }
            way = new Way(connection.reply(AeronAddress.of(to)));
            ways.put(answer.caller(), way);
        }
        if (way.waiting.size() < MOST_WAITING) {
            way.waiting.add(answer.written());
        }
    }

    /** Sends queued replies and closes publications that timed out; whether something was sent. */
    boolean turn() {
        boolean worked = false;
        long now = System.nanoTime();
        for (Iterator<Way> all = ways.values().iterator(); all.hasNext(); ) {
            Way way = all.next();
            try {
                worked |= flush(way, now);
            } catch (RegistrationException e) {
                LOG.debug("a caller cannot be answered", e);
                all.remove();
                continue;
            }
            if (way.isStale(now)) {
                close(way);
                all.remove();
            }
        }
        return worked;
    }

    private boolean flush(Way way, long now) {
        if (way.publication == null) {
            way.publication = connection.publication(way.registration);
        }
        ExclusivePublication publication = way.publication;
        boolean worked = false;
        while (publication != null && !way.waiting.isEmpty()) {
            if (publication.offer(new UnsafeBuffer(way.waiting.peek())) <= 0) {
                break;
            }
            way.waiting.remove();
            way.usedAt = now;
            worked = true;
        }
        return worked;
    }

    private void close(Way way) {
        if (way.publication != null) {
            way.publication.close();
        } else {
            connection.forget(way.registration);
        }
    }
}
