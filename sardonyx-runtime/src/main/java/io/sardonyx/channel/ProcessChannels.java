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

    private final RemoteProcess neighbour;
    private final LongSupplier numbers;
    private final MessageAssembler inflow = new MessageAssembler();
    private final SegmentInput reader = Message.reader();
    private final Map<Channel, RemoteSender<?>> outgoing = new HashMap<>();
    private final Map<Long, RemoteSender<?>> admitted = new HashMap<>();
    /* Admissions of channels that nobody here knows of yet. */
    private final Map<Channel, Admission> early = new HashMap<>();
    /* By number, in the order in which they were admitted. */
    private final Map<Long, RemoteReceiver<?>> arrivals = new LinkedHashMap<>();
    /* How many ends need the link; any thread may ask for one. */
    private final AtomicInteger ends = new AtomicInteger();
    private final Deadline keep = new Deadline();
    private boolean used = true;
    private long linkFromThere;

    ProcessChannels(RemoteProcess neighbour, LongSupplier numbers) {
        this.neighbour = neighbour;
        this.numbers = numbers;
    }

    RemoteProcess neighbour() {
        return neighbour;
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
        return linkFromThere != 0 || inflow.isWithinMessage();
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

    void add(RemoteSender<?> outlet) {
        outgoing.put(outlet.channel(), outlet);
        Admission known = early.remove(outlet.channel());
        if (known != null) {
            admit(outlet, known);
        }
    }

    void remove(RemoteSender<?> outlet) {
        ends.decrementAndGet();
        outgoing.remove(outlet.channel(), outlet);
        admit(outlet, null);
    }

    private void admit(RemoteSender<?> outlet, @Nullable Admission admission) {
        Admission former = outlet.admission();
        if (former != null) {
            admitted.remove(former.number(), outlet);
        }
        if (admission != null) {
            admitted.put(admission.number(), outlet);
        }
        outlet.admit(admission);
    }

    void add(RemoteReceiver<?> inlet) {
        number(inlet);
        neighbour.tell(inlet.admit(linkFromThere));
        /* Whatever the task granted under this number before the sender is told of it goes unheard. */
        neighbour.tell(inlet.grant());
    }

    private void number(RemoteReceiver<?> inlet) {
        long number = numbers.getAsLong();
        inlet.number(number);
        arrivals.put(number, inlet);
    }

    void remove(RemoteReceiver<?> inlet) {
        ends.decrementAndGet();
        arrivals.entrySet().removeIf(entry -> {
            boolean found = entry.getValue() == inlet;
            if (found) {
                neighbour.tell(Message.withdraw(entry.getKey()));
            }
            return found;
        });
    }

    @Override
    public void began(Consumer<byte[]> first) {
        arrivals.values().forEach(inlet -> first.accept(inlet.admit(linkFromThere)));
    }

    @Override
    public void broke() {
        outgoing.values().forEach(outlet -> outlet.admit(null));
        admitted.clear();
    }

    /** The link from there broke. */
    void cutOff() {
        inflow.restart();
        early.clear();
        linkFromThere = 0;
    }

    void frame(ByteBuffer frame) {
        try {
            inflow.frame(frame, this);
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
        List<RemoteReceiver<?>> all = List.copyOf(arrivals.values());
        arrivals.clear();
        all.forEach(this::add);
    }

    /** What was said before it was known that the present link has begun will be said anew. */
    private void admitted(Message.Admit admit) {
        if (!neighbour.hasBegun(admit.link())) {
            return;
        }
        RemoteSender<?> outlet = outgoing.get(admit.channel());
        if (outlet == null) {
            early.put(admit.channel(), new Admission(admit));
            return;
        }
        Admission former = outlet.admission();
        if (former != null && former.number() == admit.number()) {
            outlet.raise(former, admit.allowance());
        } else {
            admit(outlet, new Admission(admit));
        }
    }

    private void granted(long number, long allowance) {
        RemoteSender<?> outlet = admitted.get(number);
        Admission admission = outlet == null ? null : outlet.admission();
        if (outlet != null && admission != null) {
            outlet.raise(admission, allowance);
        }
    }

    private void withdrawn(long number) {
        early.values().removeIf(admission -> admission.number() == number);
        RemoteSender<?> outlet = admitted.get(number);
        if (outlet != null) {
            admit(outlet, null);
        }
    }

    /** What nobody waits for any more, such as items of an older fence or a former link, is left. */
    private void item(long number, byte[] bytes) {
        RemoteReceiver<?> inlet = arrivals.get(number);
        if (inlet != null && !inlet.arrived(bytes)) {
            throw new IllegalArgumentException("more came than there is room for");
        }
    }
}
