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

/** All channels to and from one process, and what is said about them. Touched in turns of the delivery only. */
final class ProcessChannels implements RemoteProcess.Events, MessageAssembler.Sink {

    private static final long KEEP_NANOS = Duration.ofSeconds(10).toNanos();

    private final RemoteProcess remote;
    private final LongSupplier numbers;
    private final MessageAssembler assembler = new MessageAssembler();
    private final SegmentInput reader = Message.reader();
    private final Map<Channel, RemoteSender<?>> outgoing = new HashMap<>();
    private final Map<Long, RemoteSender<?>> admitted = new HashMap<>();
    /* Admissions of channels that nobody here knows of yet. */
    private final Map<Channel, Admission> early = new HashMap<>();
    /* By number, in the order in which they were admitted. */
    private final Map<Long, RemoteReceiver<?>> receiving = new LinkedHashMap<>();
    /* How many ends need the link; any thread may ask for one. */
    private final AtomicInteger ends = new AtomicInteger();
    private final Deadline keep = new Deadline();
    private boolean used = true;
    private long linkFromThere;

    ProcessChannels(RemoteProcess remote, LongSupplier numbers) {
        this.remote = remote;
        this.numbers = numbers;
    }

    RemoteProcess remote() {
        return remote;
    }

    /** Somebody asks for one more end of a channel. */
    void use() {
        ends.incrementAndGet();
    }

    boolean isUsed() {
        return ends.get() > 0;
    }

    /** Whether there is a link from there: nobody would tell its number again. */
    boolean isHeard() {
        return linkFromThere != 0 || assembler.isWithinMessage();
    }

    /** Whether nobody has used it for a while. */
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

    void add(RemoteReceiver<?> receiver) {
        number(receiver);
        remote.tell(receiver.admit(linkFromThere));
        /* Whatever the task granted under this number before the sender is told of it goes unheard. */
        remote.tell(receiver.grant());
    }

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

    /** The link from there broke. */
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

    /** What was sent on a former link and has not come never will; numbers tell it from what comes now. */
    private void begin(long link) {
        linkFromThere = link;
        List<RemoteReceiver<?>> all = List.copyOf(receiving.values());
        receiving.clear();
        all.forEach(this::add);
    }

    /** What was said before it was known that the present link has begun will be said anew. */
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

    /** What nobody waits for any more, such as items of an older fence or a former link, is left. */
    private void item(long number, byte[] bytes) {
        RemoteReceiver<?> receiver = receiving.get(number);
        if (receiver != null && !receiver.arrived(bytes)) {
            throw new IllegalArgumentException("more came than there is room for");
        }
    }
}
