package io.sardonyx.channel;

import io.sardonyx.channel.RemoteSender.Admission;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.port.Wire;
import io.sardonyx.report.LinkState;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One remote process: the outgoing link, reconnected with a back-off whenever it breaks, with the queue of messages to
 * send on it; and the channels to and from the process, with admission, credit and dispatch of messages.
 *
 * <p>{@link #send} and {@link #use} are for any thread; everything else is confined to the turns of
 * {@link RemoteChannels}.
 */
final class RemoteProcess {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteProcess.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(50);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);
    /** How long an unused link is kept open. */
    private static final long KEEP_NANOS = Duration.ofSeconds(10).toNanos();

    private static final ByteBuffer[] NO_PARTS = {};

    private final Site site;
    private final Wire wire;
    private final RandomGenerator random;
    private final Runnable carrying;
    private final BackOff backOff;
    private final Deadline nextLink = new Deadline();
    /* Messages from any thread; bounded by the credit of the channels. */
    private final Queue<Message> outbox = new ConcurrentLinkedQueue<>();
    /* Messages that go before those of the outbox, at the begin of a link. */
    private final ArrayDeque<Message> urgent = new ArrayDeque<>();
    /* The next frame: views of messages, and those of them that end in it, whose buffers are free once it is sent. */
    private final List<ByteBuffer> frame = new ArrayList<>();
    private final List<Message> ending = new ArrayList<>();
    /* The message that is partly sent, and how much of it. */
    private @Nullable Message rest;
    private int restFrom;
    private Wire.@Nullable Link link;
    /* Whether BEGIN was sent on the present link, and the nonce in it. */
    private boolean begun;
    private long nonce;
    /* Whether the frame is full and waits for room on the link. */
    private boolean stuck;
    private @Nullable Long downSinceNanos;
    private @Nullable String problem;

    private final LongSupplier numbers;
    private final MessageAssembler assembler = new MessageAssembler();
    private final SegmentInput reader = Message.reader();
    /* Senders here, by channel and, once admitted by the remote receiver, by number. */
    private final Map<Channel, RemoteSender<?>> outgoing = new HashMap<>();
    private final Map<Long, RemoteSender<?>> admitted = new HashMap<>();
    /* Admissions that came before the local task has opened the channel. */
    private final Map<Channel, Admission> early = new HashMap<>();
    /* Receivers here by number, in the order in which they were admitted. */
    private final Map<Long, RemoteReceiver<?>> receiving = new LinkedHashMap<>();
    /* Reference count of the ends that need the link; incremented on any thread. */
    private final AtomicInteger ends = new AtomicInteger();
    private final Deadline keepUntil = new Deadline();
    private boolean used = true;
    /* Nonce of the link from the remote process, 0 while there is none. */
    private long remoteNonce;

    /**
     * @param carrying called on any thread when there is something to send
     * @param numbers gives each admission of a receiver a new number
     */
    RemoteProcess(Site site, Wire wire, RandomGenerator random, Runnable carrying, LongSupplier numbers) {
        this.carrying = carrying;
        this.site = site;
        this.wire = wire;
        this.random = random;
        this.numbers = numbers;
        this.backOff = new BackOff(FIRST_DELAY, LONGEST_DELAY, random);
    }

    Site site() {
        return site;
    }

    /** Whether the link had no room for the frame. */
    boolean isStuck() {
        return stuck;
    }

    /** Enqueues a message; from any thread. It is lost if the link is down or breaks. */
    void send(Message message) {
        outbox.add(message);
        carrying.run();
    }

    /** Enqueues a message if the link is up; otherwise it is covered by what is sent when a link begins. */
    void sendIfUp(Message message) {
        if (begun) {
            outbox.add(message);
        }
    }

    /**
     * Connects, or reconnects while it is used, and sends what is queued.
     *
     * @return whether there was anything to do
     */
    boolean turn(long nowNanos) {
        Wire.Link open = link;
        if (open == null || !open.isOpen()) {
            return (isUsed() || open != null) && connect(open, nowNanos);
        }
        if (!begun) {
            if (!open.isUp()) {
                note(open.problem());
                return false;
            }
            begin();
        }
        return flush(open);
    }

    private boolean connect(Wire.@Nullable Link broken, long nowNanos) {
        if (broken != null) {
            note(broken.problem());
            if (begun) {
                LOG.debug("the link from {} to {} broke: {}", wire.site(), site, problem);
            }
            broken.close();
            link = null;
            forget();
            nextLink.set(nowNanos + backOff.nextNanos());
            downSinceNanos = downSinceNanos == null ? Long.valueOf(nowNanos) : downSinceNanos;
            withdrawAll();
            return true;
        }
        if (!nextLink.isDue(nowNanos)) {
            return false;
        }
        link = wire.link(site);
        downSinceNanos = downSinceNanos == null ? Long.valueOf(nowNanos) : downSinceNanos;
        return true;
    }

    /** Keeps the last known problem until the next attempt succeeds or fails as well. */
    private void note(@Nullable String latest) {
        problem = latest == null ? problem : latest;
    }

    /** Drops everything queued for the former link: numbers and credit are void on the next. */
    private void forget() {
        begun = false;
        stuck = false;
        rest = null;
        restFrom = 0;
        outbox.clear();
        urgent.clear();
        frame.clear();
        ending.clear();
    }

    /** The link is up: admits all receivers on it, ahead of everything else. */
    private void begin() {
        begun = true;
        problem = null;
        downSinceNanos = null;
        LOG.debug("the link from {} to {} is up", wire.site(), site);
        outbox.clear();
        nonce = random.nextLong();
        urgent.add(Message.begin(nonce));
        receiving.values().forEach(receiver -> urgent.add(receiver.admit(remoteNonce)));
    }

    /** The link broke: what was sent on it may be lost, and nothing is admitted any more. */
    private void withdrawAll() {
        outgoing.values().forEach(sender -> sender.admit(null));
        admitted.clear();
    }

    /** Fills frames with queued messages and sends them, while the link has room; whether any was sent. */
    private boolean flush(Wire.Link open) {
        boolean sent = false;
        while (stuck || fill()) {
            stuck = !open.offer(frame.toArray(NO_PARTS));
            if (stuck) {
                return sent;
            }
            backOff.succeeded();
            frame.clear();
            ending.forEach(Message::release);
            ending.clear();
            sent = true;
        }
        return sent;
    }

    /** Fills the frame; false when there is nothing to send. A length prefix is never split across frames. */
    private boolean fill() {
        int room = Wire.FRAME_LIMIT;
        Message message = rest == null ? next() : rest;
        while (message != null) {
            int length = Math.min(message.length() - restFrom, room);
            message.addTo(frame, restFrom, length);
            room -= length;
            restFrom += length;
            if (restFrom < message.length()) {
                rest = message;
                break;
            }
            ending.add(message);
            restFrom = 0;
            rest = null;
            if (room < Message.PREFIX) {
                break;
            }
            message = next();
        }
        return !frame.isEmpty();
    }

    private @Nullable Message next() {
        Message message = urgent.poll();
        return message == null ? outbox.poll() : message;
    }

    /** Snapshot of the link's state for reports. */
    LinkState state(long nowNanos) {
        Long since = downSinceNanos;
        return new LinkState(
                wire.site(), site, begun, stuck, since == null ? 0 : (nowNanos - since) / 1_000_000, problem);
    }

    void close() {
        if (link != null) {
            link.close();
            link = null;
        }
        forget();
    }

    /** Counts one more channel end; on any thread, inside the atomic update of the table of processes. */
    void use() {
        ends.incrementAndGet();
    }

    boolean isUsed() {
        return ends.get() > 0;
    }

    /** Whether a link from there exists; then this must be kept, because its nonce is sent only once. */
    boolean isHeard() {
        return remoteNonce != 0 || assembler.isWithinMessage();
    }

    /** Whether it has been unused for longer than the link is kept. */
    boolean isForgotten(long nowNanos) {
        if (isUsed()) {
            used = true;
            return false;
        }
        if (used) {
            used = false;
            keepUntil.set(nowNanos + KEEP_NANOS);
        }
        return keepUntil.isDue(nowNanos);
    }

    /** Adds a sender; an admission that came early is applied now. */
    void add(RemoteSender<?> sender) {
        outgoing.put(sender.channel(), sender);
        Admission known = early.remove(sender.channel());
        if (known != null) {
            admit(sender, known);
        }
    }

    void remove(RemoteSender<?> sender) {
        ends.decrementAndGet();
        outgoing.remove(sender.channel(), sender);
        admit(sender, null);
    }

    /** Sets or withdraws a sender's admission and keeps the table by number in step. */
    private void admit(RemoteSender<?> sender, @Nullable Admission admission) {
        Admission former = sender.admission();
        if (former != null) {
            admitted.remove(former.number(), sender);
        }
        if (admission != null) {
            admitted.put(admission.number(), sender);
        }
        sender.admit(admission);
    }

    /** Adds a receiver and admits it under a new number. */
    void add(RemoteReceiver<?> receiver) {
        number(receiver);
        sendIfUp(receiver.admit(remoteNonce));
        /*
         * Grants sent before the ADMIT are ignored by the sender, so repeat the credit now; and once more if the task
         * has changed its limit meanwhile, since its own grant may be in front of this one. A sender that goes by an
         * older, lower limit than the receiver would wait for credit that the receiver grants later than it needs it.
         */
        int told;
        do {
            told = receiver.limit();
            sendIfUp(receiver.grant());
        } while (told != receiver.limit());
    }

    /** Gives a receiver a new number, by which items of a former link or fence are recognized as stale. */
    private void number(RemoteReceiver<?> receiver) {
        long number = numbers.getAsLong();
        receiver.number(number);
        receiving.put(number, receiver);
    }

    void remove(RemoteReceiver<?> receiver) {
        ends.decrementAndGet();
        receiving.entrySet().removeIf(entry -> {
            boolean found = entry.getValue() == receiver;
            if (found) {
                sendIfUp(Message.withdraw(entry.getKey()));
            }
            return found;
        });
    }

    /** The link from there broke: an incomplete message and early admissions are void. */
    void remoteLinkBroke() {
        assembler.restart();
        early.clear();
        remoteNonce = 0;
    }

    void frame(ByteBuffer frame) {
        try {
            assembler.frame(frame, this::message);
        } catch (BadSegment e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void message(ByteBuffer message) {
        byte kind = message.get();
        reader.over(message);
        switch (kind) {
            case Message.BEGIN -> begunByRemote(reader.takeFixedLong());
            case Message.ADMIT -> admitted(Message.Admit.of(reader));
            case Message.GRANT ->
                granted(reader.takeLong(), reader.takeLong(), reader.hasMore() ? reader.takeLong() : Message.Admit.ANY);
            case Message.WITHDRAW -> withdrawn(reader.takeLong());
            case Message.ITEM -> item(reader.takeLong(), message);
            default -> throw new IllegalArgumentException("a message of kind " + kind);
        }
    }

    /**
     * A link from there begins. Items sent on a former link will never come, so all receivers are admitted anew under
     * new numbers.
     */
    private void begunByRemote(long link) {
        remoteNonce = link;
        List<RemoteReceiver<?>> all = List.copyOf(receiving.values());
        receiving.clear();
        all.forEach(this::add);
    }

    /** Handles an admission. One for a former link is ignored, since it is repeated for the present one. */
    private void admitted(Message.Admit admit) {
        if (!begun || admit.link() != nonce) {
            return;
        }
        RemoteSender<?> sender = outgoing.get(admit.channel());
        if (sender == null) {
            early.put(admit.channel(), new Admission(admit));
            return;
        }
        Admission former = sender.admission();
        if (former != null && former.number() == admit.number()) {
            sender.raise(former, admit.allowance(), admit.segmentsWanted());
        } else {
            admit(sender, new Admission(admit));
        }
    }

    /**
     * Raises the credit of a sender, and limits its batches, also of one that is still to be opened; unknown numbers
     * are stale.
     */
    private void granted(long number, long allowance, long segmentsWanted) {
        RemoteSender<?> sender = admitted.get(number);
        Admission admission = sender == null ? null : sender.admission();
        if (sender != null && admission != null) {
            sender.raise(admission, allowance, segmentsWanted);
            return;
        }
        for (Admission known : early.values()) {
            if (known.number() == number) {
                known.raise(allowance, segmentsWanted);
            }
        }
    }

    private void withdrawn(long number) {
        early.values().removeIf(admission -> admission.number() == number);
        RemoteSender<?> sender = admitted.get(number);
        if (sender != null) {
            admit(sender, null);
        }
    }

    /** Hands an item to its receiver. Items under unknown numbers, of an older fence or a former link, are dropped. */
    private void item(long number, ByteBuffer message) {
        RemoteReceiver<?> receiver = receiving.get(number);
        if (receiver != null && !receiver.arrived(message)) {
            throw new IllegalArgumentException("more came than there is room for");
        }
    }
}
