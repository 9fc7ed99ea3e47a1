package io.sardonyx.follow;

import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Provenance;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Log;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Appender of events to the coordinator's log, for the leader and for processes with peers: one append at a time.
 *
 * <p>Unlike an {@link Outbox} it neither numbers nor keeps what it appends: an event that has applied never applies
 * again, so after an unknown outcome its owner reads on and appends what the roster still shows as owed. Confined to
 * the thread of {@link #turn}.
 */
public final class EventWriter {

    /** Most events in one append. */
    public static final int AT_ONCE = 256;

    private final GroupId author;
    private final Log log;
    private final Signature signature;
    private final BackOff backOff;
    private final Mailbox mailbox = new Mailbox();
    private final Deadline retry = new Deadline();
    private boolean sending;

    public EventWriter(GroupId author, Log log, Signature signature, BackOff backOff) {
        this.author = author;
        this.log = log;
        this.signature = signature;
        this.backOff = backOff;
    }

    /** Handles an answer of the store; returns whether there was one. */
    public boolean turn(long nowNanos) {
        return mailbox.drain(nowNanos);
    }

    /** Whether an append may begin: none is in flight, and none has failed just now. */
    public boolean isReady(long nowNanos) {
        return !sending && retry.isDue(nowNanos);
    }

    /**
     * Appends events, at most {@link #AT_ONCE}; the follower is not at the end of the log until it has read them.
     *
     * @param format version of the formats that the cluster writes
     * @param unencodable called instead for each event that is longer than an entry may be
     */
    public void append(
            List<? extends Event> events,
            int format,
            long nowNanos,
            Follower<Roster> follower,
            Consumer<Event> unencodable) {
        Provenance provenance = signature.now(format);
        var entries = new ArrayList<byte[]>();
        for (Event event : events) {
            try {
                entries.add(EventCodec.encode(author, event, provenance));
            } catch (BadInput tooLong) {
                unencodable.accept(event);
            }
        }
        if (entries.isEmpty()) {
            return;
        }
        sending = true;
        mailbox.await(
                log.append(entries),
                first -> {
                    sending = false;
                    backOff.succeeded();
                    follower.expect(first + entries.size() - 1);
                },
                failure -> {
                    Unreadable.rethrow(failure);
                    sending = false;
                    retry.set(nowNanos + backOff.nextNanos());
                    follower.doubt();
                });
    }
}
