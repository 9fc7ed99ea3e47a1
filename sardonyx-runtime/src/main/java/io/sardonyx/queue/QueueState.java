package io.sardonyx.queue;

import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues, messages and consumers of a broker in memory: its transactions as plain method calls, without threads,
 * clock or connections. Not thread-safe: the owner locks, passes the time, and runs {@link #takeNudges} afterwards,
 * without the lock.
 *
 * <p>Each message is in exactly one place: ready in its queue, scheduled, set aside for the consumer of its group, or
 * held by a consumer. Every call takes constant time per message, but for scheduled ones.
 */
public final class QueueState {

    private static final Comparator<StoredMessage> NEWEST_FIRST =
            Comparator.comparingLong((StoredMessage message) -> message.number).reversed();

    /** Placeholder where the body is passed apart. */
    private static final byte[] NOTHING = {};

    private final String broker;
    private final TreeMap<String, Queue> queues = new TreeMap<>();
    private final PriorityQueue<StoredMessage> scheduled = new PriorityQueue<>(QueueState::compareDue);
    private List<Runnable> nudges = new ArrayList<>();
    private long count;

    /** @param broker address for messages */
    public QueueState(String broker) {
        this.broker = broker;
    }

    /** A queue and those who read it. */
    static final class Queue {

        final QueueDeclaration declaration;
        final ArrayDeque<StoredMessage> ready = new ArrayDeque<>();
        /** Those of an exclusive queue in the order of opening: the first one is served. Others take turns. */
        final LinkedHashSet<Consumer> consumers = new LinkedHashSet<>();

        final Map<String, Consumer> groups = new HashMap<>();
        /** Number of groups dealt to each consumer. */
        final Map<Consumer, Integer> dealt = new HashMap<>();

        final Map<Consumer, ArrayDeque<StoredMessage>> setAside = new HashMap<>();
        final Set<String> seeds = new HashSet<>();
        long depth;
        boolean removed;

        Queue(QueueDeclaration declaration) {
            this.declaration = declaration;
        }

        /** Lets others be woken before a consumer that got a message, or the first one would get every single one. */
        void served(Consumer consumer) {
            if (!declaration.exclusive() && consumers.size() > 1) {
                consumers.remove(consumer);
                consumers.add(consumer);
            }
        }

        boolean serves(Consumer consumer) {
            return !declaration.exclusive() || consumers.iterator().next() == consumer;
        }
    }

    /** A session as the broker sees it. */
    public static final class Consumer {

        private final List<Queue> from;
        private final Runnable nudge;
        private final LinkedHashSet<Delivery> held = new LinkedHashSet<>();
        private int next;
        private boolean hungry;
        private volatile boolean over;
        private volatile @Nullable RuntimeException failure;

        private Consumer(List<Queue> from, Runnable nudge) {
            this.from = from;
            this.nudge = nudge;
        }

        /** Whether it has ended, by {@link QueueState#close} or by a failure; may be asked by any thread. */
        public boolean isOver() {
            return over;
        }

        /** Why it ended, if not by its owner; may be asked by any thread. */
        public @Nullable RuntimeException failure() {
            return failure;
        }
    }

    /** A message in the hands of a consumer. */
    public static final class Delivery implements QueuedMessage {

        private final StoredMessage message;
        private final Consumer consumer;
        private final int deliveries;
        private boolean settled;
        private byte @Nullable [] body;

        private Delivery(StoredMessage message, Consumer consumer) {
            this.message = message;
            this.consumer = consumer;
            this.deliveries = message.deliveries;
        }

        /** Fetches the body, perhaps from a file; to be called without the lock. */
        public Delivery loaded() {
            body = message.body.bytes();
            return this;
        }

        @Override
        public QueueName queue() {
            return message.queue.declaration.name();
        }

        @Override
        public byte[] body() {
            return body == null ? loaded().body() : body;
        }

        @Override
        public int attempt() {
            return message.attempt;
        }

        @Override
        public int deliveries() {
            return deliveries;
        }
    }

    /** The callbacks that have become due; the caller runs them. */
    public List<Runnable> takeNudges() {
        if (nudges.isEmpty()) {
            return List.of();
        }
        List<Runnable> taken = nudges;
        nudges = new ArrayList<>();
        return taken;
    }

    public void declare(QueueDeclaration declaration) {
        Queue queue = queues.computeIfAbsent(declaration.name().text(), name -> new Queue(declaration));
        if (!queue.declaration.equals(declaration)) {
            throw BrokerFault.conflict(broker, declaration);
        }
    }

    /** The names of all queues, in order. */
    public List<QueueName> names() {
        return queues.values().stream().map(queue -> queue.declaration.name()).toList();
    }

    public boolean has(QueueName name) {
        return queues.containsKey(name.text());
    }

    private Queue queue(QueueName name) {
        Queue queue = queues.get(name.text());
        if (queue == null) {
            throw BrokerFault.noQueue(broker, name);
        }
        return queue;
    }

    public long depth(QueueName name) {
        return queue(name).depth;
    }

    /** A consumer of the given queues; one that has failed already if a queue does not exist. */
    public Consumer open(List<QueueName> from, Runnable nudge) {
        var missing = from.stream().filter(name -> !has(name)).findFirst();
        if (missing.isPresent()) {
            var none = new Consumer(List.of(), nudge);
            fail(none, BrokerFault.noQueue(broker, missing.get()));
            return none;
        }
        var consumer = new Consumer(from.stream().map(this::queue).distinct().toList(), nudge);
        for (Queue queue : consumer.from) {
            queue.consumers.add(consumer);
            regroup(queue);
        }
        return consumer;
    }

    /** Forgets who has which group, so that a new consumer gets its share. */
    private void regroup(Queue queue) {
        queue.groups.clear();
        queue.dealt.clear();
        var waiting = new ArrayList<StoredMessage>();
        queue.setAside.values().forEach(waiting::addAll);
        queue.setAside.clear();
        putBack(waiting);
    }

    /** Returns messages to the heads of their queues, in the order in which they were. */
    private void putBack(List<StoredMessage> messages) {
        messages.sort(NEWEST_FIRST);
        var touched = new LinkedHashSet<Queue>();
        for (StoredMessage message : messages) {
            message.queue.ready.addFirst(message);
            touched.add(message.queue);
        }
        touched.forEach(this::wake);
    }

    /** The next message for a consumer, of its queues in turn; null if there is none or it is over. */
    public @Nullable Delivery poll(Consumer consumer) {
        if (consumer.over) {
            return null;
        }
        int size = consumer.from.size();
        for (int i = 0; i < size; i++) {
            int index = (consumer.next + i) % size;
            Queue queue = consumer.from.get(index);
            StoredMessage message = queue.serves(consumer) ? take(queue, consumer) : null;
            if (message != null) {
                queue.served(consumer);
                consumer.next = index + 1;
                message.deliveries++;
                var delivery = new Delivery(message, consumer);
                consumer.held.add(delivery);
                return delivery;
            }
        }
        consumer.hungry = true;
        return null;
    }

    private @Nullable StoredMessage take(Queue queue, Consumer consumer) {
        ArrayDeque<StoredMessage> own = queue.setAside.get(consumer);
        if (own != null && !own.isEmpty()) {
            return own.poll();
        }
        StoredMessage message = queue.ready.poll();
        while (message != null && message.group != null) {
            Consumer owner = queue.groups.computeIfAbsent(message.group, group -> deal(queue, consumer));
            if (owner == consumer) {
                return message;
            }
            queue.setAside.computeIfAbsent(owner, key -> new ArrayDeque<>()).add(message);
            wake(owner);
            message = queue.ready.poll();
        }
        return message;
    }

    /** The consumer for a new group: the one with the fewest, {@code first} on ties. */
    private static Consumer deal(Queue queue, Consumer first) {
        Consumer owner = first;
        for (Consumer each : queue.consumers) {
            owner = queue.dealt.getOrDefault(each, 0) < queue.dealt.getOrDefault(owner, 0) ? each : owner;
        }
        queue.dealt.merge(owner, 1, Integer::sum);
        return owner;
    }

    /**
     * Takes and gives in one step.
     *
     * @param bodies of the given messages, in the same order
     * @throws IllegalArgumentException if a message is not in the hands of this consumer; then nothing has changed
     * @throws BrokerFault if a queue does not exist; then the consumer is over
     * @throws IllegalStateException if the consumer is over
     */
    public void commit(
            Consumer consumer,
            List<QueuedMessage> taken,
            List<OutgoingMessage> given,
            List<MessageBody> bodies,
            long nowNanos) {
        if (consumer.over) {
            throw new IllegalStateException("this session at " + broker + " is over");
        }
        settle(consumer, taken);
        for (OutgoingMessage message : given) {
            if (!has(message.queue())) {
                BrokerFault fault = BrokerFault.noQueue(broker, message.queue());
                fail(consumer, fault);
                throw fault;
            }
        }
        for (QueuedMessage each : taken) {
            StoredMessage message = ((Delivery) each).message;
            consumer.held.remove((Delivery) each);
            message.queue.depth--;
            message.body.discard();
        }
        for (int i = 0; i < given.size(); i++) {
            add(given.get(i), bodies.get(i), nowNanos);
        }
    }

    private static void settle(Consumer consumer, List<QueuedMessage> taken) {
        for (int i = 0; i < taken.size(); i++) {
            Delivery delivery = taken.get(i) instanceof Delivery own && own.consumer == consumer ? own : null;
            if (delivery == null || delivery.settled) {
                taken.subList(0, i).forEach(each -> ((Delivery) each).settled = false);
                throw new IllegalArgumentException(
                        "a message of the queue " + taken.get(i).queue() + " is not in the hands of this session");
            }
            delivery.settled = true;
        }
    }

    private void add(OutgoingMessage given, MessageBody body, long nowNanos) {
        Queue queue = queue(given.queue());
        long due = nowNanos + given.delayMillis() * 1_000_000;
        var message = new StoredMessage(queue, count++, body, given.attempt(), given.group(), due);
        queue.depth++;
        if (given.delayMillis() > 0) {
            scheduled.add(message);
        } else {
            queue.ready.add(message);
            wake(queue);
        }
    }

    /** Adds a message unless one with that id was ever added to that queue; returns whether it did. */
    public boolean seed(QueueName name, String id, MessageBody body) {
        if (!queue(name).seeds.add(id)) {
            return false;
        }
        add(new OutgoingMessage(name, NOTHING), body, 0);
        return true;
    }

    /** Delivers scheduled messages that are due. */
    public void release(long nowNanos) {
        for (var first = scheduled.peek(); first != null && first.dueNanos - nowNanos <= 0; first = scheduled.peek()) {
            scheduled.poll();
            // a new number: its place is the end of the queue, also if it has to return there
            var message =
                    new StoredMessage(first.queue, count++, first.body, first.attempt, first.group, first.dueNanos);
            message.queue.ready.add(message);
            wake(message.queue);
        }
    }

    /** When the next scheduled message is due; empty if there is none. */
    public OptionalLong nextDueNanos() {
        StoredMessage first = scheduled.peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first.dueNanos);
    }

    private static int compareDue(StoredMessage one, StoredMessage other) {
        int order = Long.signum(one.dueNanos - other.dueNanos);
        return order != 0 ? order : Long.compare(one.number, other.number);
    }

    public void remove(String prefix) {
        var removed =
                List.copyOf(queues.subMap(prefix, prefix + Character.MAX_VALUE).values());
        for (Queue queue : removed) {
            queue.removed = true;
            queues.remove(queue.declaration.name().text());
            List.copyOf(queue.consumers)
                    .forEach(consumer -> fail(consumer, BrokerFault.noQueue(broker, queue.declaration.name())));
            queue.ready.forEach(message -> message.body.discard());
            queue.ready.clear();
        }
        scheduled.removeIf(message -> {
            if (message.queue.removed) {
                message.body.discard();
            }
            return message.queue.removed;
        });
    }

    /** Forgets a delivery in its count, because it did not reach the consumer; it remains in its hands. */
    public void uncount(Delivery delivery) {
        delivery.message.deliveries--;
    }

    /** Ends a consumer because of a failure; its owner is nudged. */
    public void fail(Consumer consumer, RuntimeException failure) {
        if (!consumer.over) {
            consumer.failure = failure;
            close(consumer);
            nudges.add(consumer.nudge);
        }
    }

    /** Ends a consumer; what it has in hand returns to its queues. */
    public void close(Consumer consumer) {
        if (consumer.over) {
            return;
        }
        consumer.over = true;
        var returned = new ArrayList<StoredMessage>();
        consumer.held.forEach(delivery -> returned.add(delivery.message));
        consumer.held.clear();
        for (Queue queue : consumer.from) {
            queue.consumers.remove(consumer);
            queue.groups.values().removeIf(owner -> owner == consumer);
            queue.dealt.remove(consumer);
            ArrayDeque<StoredMessage> own = queue.setAside.remove(consumer);
            if (own != null) {
                returned.addAll(own);
            }
            wake(queue);
        }
        putBack(returned);
    }

    private void wake(Queue queue) {
        for (Consumer consumer : queue.consumers) {
            wake(consumer);
            if (queue.declaration.exclusive()) {
                return;
            }
        }
    }

    private void wake(Consumer consumer) {
        if (consumer.hungry) {
            consumer.hungry = false;
            nudges.add(consumer.nudge);
        }
    }
}
