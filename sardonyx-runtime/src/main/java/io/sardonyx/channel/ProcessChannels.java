package io.sardonyx.channel;

import io.sardonyx.channel.RemoteSender.Admission;
import io.sardonyx.loop.Deadline;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.SegmentInput;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Channels to and from one remote process: admission, credit and dispatch of messages.
 *
 * <p>Confined to the turns of {@link RemoteChannels}, except for the reference count of channel ends.
 */
final class ProcessChannels implements RemoteProcess.Events, MessageAssembler.Sink {

    /** How long an unused link is kept open. */
    private static final long KEEP_NANOS = Duration.ofSeconds(10).toNanos();

    private final RemoteProcess remote;
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
    private final Deadline keep = new Deadline();
    private boolean used = true;
    /* Nonce of the link from the remote process, 0 while there is none. */
    private long linkFromThere;

    ProcessChannels(RemoteProcess remote, LongSupplier numbers) {
        this.remote = remote;
        this.numbers = numbers;
    }

    RemoteProcess remote() {
        return remote;
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
        return linkFromThere != 0 || assembler.isWithinMessage();
    }

    /** Whether it has been unused for longer than the link is kept. */
    boolean isForgotten(long nowNanos) {
        if (isUsed()) {
            used = true;
            return false;
        }
        if (used) {
            used = false;
            keep.set(nowNanos + KEEP_NANOS);
        }
        return keep.isDue(nowNanos);
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
        remote.tell(receiver.admit(linkFromThere));
        /* Grants sent before the ADMIT are ignored by the sender, so repeat the credit now. */
        remote.tell(receiver.grant());
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
                remote.tell(Message.withdraw(entry.getKey()));
            }
            return found;
        });
    }

    @Override
    public void began(Consumer<byte[]> first) {
        receiving.values().forEach(receiver -> first.accept(receiver.admit(linkFromThere)));
    }

    @Override
    public void broke() {
        outgoing.values().forEach(sender -> sender.admit(null));
        admitted.clear();
    }

    /** The link from there broke: an incomplete message and early admissions are void. */
    void cutOff() {
        assembler.restart();
        early.clear();
        linkFromThere = 0;
    }

    void frame(ByteBuffer frame) {
        try {
            assembler.frame(frame, this);
        } catch (BadSegment e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public void message(byte[] bytes) {
        reader.over(ByteBuffer.wrap(bytes, 1, bytes.length - 1));
        switch (bytes[0]) {
            case Message.BEGIN -> begin(reader.takeFixedLong());
            case Message.ADMIT -> admitted(Message.Admit.of(reader));
            case Message.GRANT -> granted(reader.takeLong(), reader.takeLong());
            case Message.WITHDRAW -> withdrawn(reader.takeLong());
            case Message.ITEM -> item(reader.takeLong(), bytes);
            default -> throw new IllegalArgumentException("a message of kind " + bytes[0]);
        }
    }

    /**
     * A link from there begins. Items sent on a former link will never come, so all receivers are admitted anew under
     * new numbers.
     */
    private void begin(long link) {
        linkFromThere = link;
        List<RemoteReceiver<?>> all = List.copyOf(receiving.values());
        receiving.clear();
        all.forEach(this::add);
    }

    /** Handles an admission. One for a former link is ignored, since it is repeated for the present one. */
    private void admitted(Message.Admit admit) {
        if (!remote.hasBegun(admit.link())) {
            return;
        }
        RemoteSender<?> sender = outgoing.get(admit.channel());
        if (sender == null) {
            early.put(admit.channel(), new Admission(admit));
            return;
        }
        Admission former = sender.admission();
        if (former != null && former.number() == admit.number()) {
            sender.raise(former, admit.allowance());
        } else {
            admit(sender, new Admission(admit));
        }
    }

    /** Raises the credit of a sender; unknown numbers are stale. */
    private void granted(long number, long allowance) {
        RemoteSender<?> sender = admitted.get(number);
        Admission admission = sender == null ? null : sender.admission();
        if (sender != null && admission != null) {
            sender.raise(admission, allowance);
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
    private void item(long number, byte[] bytes) {
        RemoteReceiver<?> receiver = receiving.get(number);
        if (receiver != null && !receiver.arrived(bytes)) {
            throw new IllegalArgumentException("more came than there is room for");
        }
    }
}
