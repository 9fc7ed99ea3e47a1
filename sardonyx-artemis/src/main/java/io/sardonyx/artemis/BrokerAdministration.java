package io.sardonyx.artemis;

import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientRequestor;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.management.AddressSettingsInfo;
import org.apache.activemq.artemis.api.core.management.ManagementHelper;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a broker outside of transactions: queues, depths, identity. One call after the other, over one
 * session that is opened when it is needed.
 */
final class BrokerAdministration {

    /** Prefix of all our addresses, for the broker's settings and permissions. */
    static final String PREFIX = "sardonyx.";

    /**
     * A queue that a broker of ours has, not on disk, from the moment on when it has counted what it had paged before
     * its start.
     */
    static final String COUNTED = "sardonyx-counted";

    private static final String MANAGEMENT = "activemq.management";

    /**
     * Time after its start in which a broker that does not say so may still be counting what it has paged; reading 10
     * GiB takes that long.
     */
    private static final Duration COUNTING = Duration.ofMinutes(2);

    private static final int ANSWER_MILLIS = 10_000;

    /** Most messages of a queue whose count is made sure, which takes some questions more. */
    private static final int FEW = 32;

    private static final long NO_MESSAGE = -1;
    private static final int ANY_PRIORITY = 4;

    private final BrokerConnection connection;
    private final SerialExecutor calls;
    private @Nullable ClientSession session;
    private @Nullable ClientRequestor requestor;
    /** Whether the broker of the present session has been found to be configured safely. */
    private boolean checked;
    /** Whether the depths that the broker of the present session tells are sure. */
    private boolean counted;

    BrokerAdministration(BrokerConnection connection) {
        this.connection = connection;
        this.calls = new SerialExecutor(connection.threads());
    }

    static SimpleString address(QueueName queue) {
        return SimpleString.of(PREFIX + queue.text());
    }

    private <T> CompletionStage<T> call(Callable<T> action) {
        var result = new CompletableFuture<T>();
        try {
            calls.execute(() -> {
                try {
                    result.complete(action.call());
                } catch (ActiveMQException e) {
                    end();
                    result.completeExceptionally(connection.failure("does not answer", e));
                } catch (Exception e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new IllegalStateException("the broker " + connection.name() + " is closed"));
        }
        return result;
    }

    private ClientSession session() throws Exception {
        ClientSession present = session;
        if (present == null || present.isClosed()) {
            checked = false;
            counted = false;
            present = connection.session(false);
            session = present;
            requestor = new ClientRequestor(present, SimpleString.of(MANAGEMENT));
            present.start();
        }
        return present;
    }

    private void end() {
        ClientSession present = session;
        session = null;
        if (present != null) {
            try {
                present.close();
            } catch (ActiveMQException e) {
                // it is over either way
            }
        }
    }

    CompletionStage<String> id() {
        return call(() -> (String) attribute(ResourceNames.BROKER, "nodeID"));
    }

    CompletionStage<Void> declare(Collection<QueueDeclaration> queues) {
        return call(() -> {
            for (QueueDeclaration queue : queues) {
                declare(queue);
            }
            return null;
        });
    }

    private void declare(QueueDeclaration queue) throws Exception {
        SimpleString name = address(queue.name());
        if (!session().queueQuery(name).isExists()) {
            check();
            try {
                create(name, queue.exclusive());
            } catch (ActiveMQException e) {
                if (e.getType() != ActiveMQExceptionType.QUEUE_EXISTS) {
                    throw e;
                }
            }
        }
        boolean exclusive = Boolean.TRUE.equals(session().queueQuery(name).isExclusive());
        if (queue.exclusive() != exclusive) {
            throw BrokerFault.conflict(connection.name(), queue);
        }
    }

    private void create(SimpleString name, boolean exclusive) throws Exception {
        try {
            session().createAddress(name, RoutingType.ANYCAST, false);
        } catch (ActiveMQException e) {
            if (e.getType() != ActiveMQExceptionType.ADDRESS_EXISTS) {
                throw e;
            }
        }
        session()
                .createQueue(QueueConfiguration.of(name)
                        .setAddress(name)
                        .setRoutingType(RoutingType.ANYCAST)
                        .setDurable(true)
                        .setExclusive(exclusive)
                        .setGroupRebalance(true)
                        .setMaxConsumers(-1)
                        .setAutoDelete(false));
    }

    /** Refuses a broker whose settings would lose messages, or make queues that nobody declared. */
    private void check() throws Exception {
        if (checked) {
            return;
        }
        var settings = AddressSettingsInfo.fromJSON(
                (String) invoke(ResourceNames.BROKER, "getAddressSettingsAsJSON", PREFIX + "a"));
        String fault = unsafe(settings);
        if (fault != null) {
            throw new BrokerFault(
                    BrokerFault.Kind.UNSAFE_SETTINGS,
                    "the broker " + connection.name() + " could lose messages: for addresses that match " + PREFIX
                            + "# its " + fault);
        }
        checked = true;
    }

    private static @Nullable String unsafe(AddressSettingsInfo settings) {
        if (settings.getMaxDeliveryAttempts() > 0) {
            return "max-delivery-attempts is " + settings.getMaxDeliveryAttempts() + ", not -1";
        }
        if (!settings.getAddressFullMessagePolicy().equals("PAGE")) {
            return "address-full-policy is " + settings.getAddressFullMessagePolicy() + ", not PAGE";
        }
        if (settings.isAutoCreateQueues() || settings.isAutoCreateAddresses()) {
            return "auto-create-queues or auto-create-addresses is on";
        }
        if (settings.getExpiryDelay() > 0 || settings.getMaxExpiryDelay() > 0) {
            return "expiry-delay or max-expiry-delay is set";
        }
        return settings.getRedeliveryDelay() > 0 ? "redelivery-delay is set" : null;
    }

    /**
     * The depth of a queue. The broker's own count is a sum of counters, and misses messages for some moments: those
     * that a session gives back when it ends, and those of a commit that have not reached their place in the queue. So
     * a small one is compared with what was added and not removed, which is counted once for each message.
     */
    CompletionStage<OptionalLong> depth(QueueName queue) {
        return call(() -> {
            long count = count(queue);
            long depth = count > FEW ? count : Math.max(count, left(queue, count));
            return isCounted(queue) ? OptionalLong.of(depth) : OptionalLong.empty();
        });
    }

    /** What was added to a queue and not removed; asked for in an order in which it is never less than the truth. */
    private long left(QueueName queue, long count) throws Exception {
        String resource = ResourceNames.QUEUE + address(queue);
        long acknowledged = number(resource, "messagesAcknowledged");
        // Looks for a message that is not there: for that the broker puts all that were committed in place.
        invoke(resource, "changeMessagePriority", NO_MESSAGE, ANY_PRIORITY);
        long left = number(resource, "messagesAdded") - acknowledged;
        if (left <= count && count > 1) {
            return count;
        }
        long removed = number(resource, "messagesKilled") + number(resource, "messagesExpired");
        if (removed > 0 && count <= 1) {
            throw purged(queue, removed);
        }
        return left - removed;
    }

    private long count(QueueName queue) throws Exception {
        ClientSession.QueueQuery query = session().queueQuery(address(queue));
        if (!query.isExists()) {
            throw BrokerFault.noQueue(connection.name(), queue);
        }
        return query.getMessageCount();
    }

    /**
     * The fault of a queue that somebody has purged: few messages are left, but not because the others were processed.
     * The broker counts that from its own start on.
     */
    private BrokerFault purged(QueueName queue, long removed) {
        return new BrokerFault(
                BrokerFault.Kind.MESSAGES_REMOVED,
                "the queue " + queue + " at " + connection.name() + " lacks messages: " + removed
                        + " were removed by hand, or expired");
    }

    /**
     * Whether the depth of a queue is sure. A broker that starts with paged messages counts them in the background, and
     * tells too few until then. Brokers of ours say when they have; others do not, so some time has to pass.
     */
    private boolean isCounted(QueueName queue) throws Exception {
        if (!counted) {
            counted = session().queueQuery(SimpleString.of(COUNTED)).isExists()
                    || number(ResourceNames.BROKER, "uptimeMillis") > COUNTING.toMillis();
        }
        return counted || !Boolean.TRUE.equals(attribute(ResourceNames.ADDRESS + address(queue), "paging"));
    }

    /** Sends a message outside of a transaction; the broker drops one with an id that its address has had. */
    CompletionStage<Void> seed(OutgoingMessage seed, String id) {
        return call(() -> {
            count(seed.queue());
            try {
                connection.send(address(seed.queue()), session -> {
                    ClientMessage message = TakenMessage.outgoing(session, seed, 0);
                    message.putStringProperty(Message.HDR_DUPLICATE_DETECTION_ID, SimpleString.of(id));
                    return message;
                });
            } catch (ActiveMQException e) {
                if (e.getType() != ActiveMQExceptionType.DUPLICATE_ID_REJECTED) {
                    throw e;
                }
            }
            return null;
        });
    }

    CompletionStage<Void> remove(String prefix) {
        return call(() -> {
            Object[] names = (Object[]) invoke(ResourceNames.BROKER, "getQueueNames", RoutingType.ANYCAST.name());
            for (Object name : names) {
                if (((String) name).startsWith(PREFIX + prefix)) {
                    destroy((String) name);
                }
            }
            return null;
        });
    }

    private void destroy(String name) throws Exception {
        try {
            invoke(ResourceNames.BROKER, "destroyQueue", name, true, true);
        } catch (ActiveMQException e) {
            boolean goneAnyway = e.getType() == ActiveMQExceptionType.GENERIC_EXCEPTION
                    && !session().queueQuery(SimpleString.of(name)).isExists();
            if (!goneAnyway) {
                throw e;
            }
        }
    }

    private long number(String resource, String attribute) throws Exception {
        return ((Number) attribute(resource, attribute)).longValue();
    }

    /**
     * Has the groups of a queue dealt anew among its consumers, over a session that reads it. The broker does so by
     * itself when a consumer comes, but before it may deliver to it, so that others could get all groups again.
     */
    static void dealGroups(ClientSession session, ClientProducer producer, QueueName queue) throws Exception {
        ClientMessage request = session.createMessage(false);
        ManagementHelper.putOperationInvocation(request, ResourceNames.QUEUE + address(queue), "resetAllGroups");
        producer.send(SimpleString.of(MANAGEMENT), request);
    }

    private Object attribute(String resource, String name) throws Exception {
        ClientMessage question = session().createMessage(false);
        ManagementHelper.putAttribute(question, resource, name);
        return answer(question, name);
    }

    private Object invoke(String resource, String operation, Object... parameters) throws Exception {
        ClientMessage question = session().createMessage(false);
        ManagementHelper.putOperationInvocation(question, resource, operation, parameters);
        return answer(question, operation);
    }

    private Object answer(ClientMessage question, String what) throws Exception {
        ClientMessage answer = Objects.requireNonNull(requestor).request(question, ANSWER_MILLIS);
        if (answer == null) {
            throw new ActiveMQException(ActiveMQExceptionType.CONNECTION_TIMEDOUT, "no answer to " + what);
        }
        Object result = ManagementHelper.getResult(answer);
        if (!ManagementHelper.hasOperationSucceeded(answer)) {
            throw new ActiveMQException(ActiveMQExceptionType.GENERIC_EXCEPTION, what + ": " + result);
        }
        return result;
    }

    /** Closes its session after the calls that wait; completes then. */
    CompletableFuture<Void> close() {
        return CompletableFuture.runAsync(this::end, calls);
    }
}
