package io.sardonyx.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Call;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientRequestor;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.management.ManagementHelper;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody tampers with the queues of a job that runs over a real broker: it is killed with a reason that names broker
 * and queue, and never completed; another job goes on. Public, since jobs name its methods.
 */
@Timeout(240)
public class DamagedQueuesTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final Queue<Object> out = new ConcurrentLinkedQueue<>();
    private DevelopmentBroker server;
    private BrokerConnection connection;
    private Member member;
    private AdminClient client;

    @BeforeEach
    void start() throws Exception {
        server = DevelopmentBroker.start(null, 0);
        var address = ArtemisAddress.parse(server.address());
        connection = new BrokerConnection(address.servers().get(0), address);
        String store = "memory:damaged-" + server.port();
        client = AdminClient.connect(store);
        member = Member.join(store, Membership.of("tested", 6).broker(server.address()), Functions.onClassPath())
                .provide("out", (Consumer<Object>) out::add);
        until("members", () -> client.replica().replica().peers().present().size() == 6);
    }

    @AfterEach
    void stop() throws Exception {
        member.close();
        client.close();
        connection.close();
        server.close();
    }

    private static void until(String wish, BooleanSupplier wished) {
        long start = System.nanoTime();
        while (!wished.getAsBoolean()) {
            assertThat(System.nanoTime() - start)
                    .as("waited in vain for " + wish)
                    .isLessThan(LONG.toNanos());
            LockSupport.parkNanos(1_000_000);
        }
    }

    public static long slowly(long number) {
        LockSupport.parkNanos(200_000);
        return number;
    }

    private static JobBuilder job(String name, long count, String function) {
        return Job.named(name)
                .delivery(Delivery.QUEUED)
                .input("r", Inputs.numbers(count))
                .function("w", Call.to(DamagedQueuesTest.class.getName() + "::" + function))
                .output("o", Outputs.callback("out"))
                .path("r", "w", "o");
    }

    /** Submits a job, waits until it has done something, and another one that must not be touched. */
    private void submit(String name) {
        client.submit(job(name, 1_000_000, "slowly").build());
        until("some output", () -> !out.isEmpty());
        client.submit(job("untouched", 1_000, "slowly").build());
    }

    private String cause(String name) throws Exception {
        Outcome outcome = client.await(JobId.of(name), LONG);
        assertThat(outcome).isNotInstanceOf(Outcome.Completed.class);
        assertThat(client.await(JobId.of("untouched"), LONG)).isInstanceOf(Outcome.Completed.class);
        return outcome.toString();
    }

    /** The queue of a job at the broker, by the end of its name. */
    private String queue(String job, String end) {
        return queues(job, end).get(0);
    }

    private List<String> queues(String job, String end) {
        try (ClientSession session = connection.session(false)) {
            Object[] names = (Object[]) invoke(session, ResourceNames.BROKER, "getQueueNames");
            return List.of(names).stream()
                    .map(String::valueOf)
                    .filter(name -> name.contains("." + job + ".") && name.endsWith(end))
                    .toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Object invoke(ClientSession session, String resource, String operation, Object... parameters)
            throws Exception {
        session.start();
        var requestor = new ClientRequestor(session, SimpleString.of("activemq.management"));
        try {
            ClientMessage question = session.createMessage(false);
            ManagementHelper.putOperationInvocation(question, resource, operation, parameters);
            ClientMessage answer = requestor.request(question, 30_000);
            assertThat(ManagementHelper.hasOperationSucceeded(answer))
                    .as(String.valueOf(ManagementHelper.getResult(answer)))
                    .isTrue();
            return ManagementHelper.getResult(answer);
        } finally {
            requestor.close();
        }
    }

    @Test
    void aQueueThatWasRemovedKillsItsJob() throws Exception {
        submit("removed");
        String queue = queue("removed", "edge.r.w");
        try (ClientSession session = connection.session(false)) {
            invoke(session, ResourceNames.BROKER, "destroyQueue", queue, true, true);
        }
        assertThat(cause("removed"))
                .contains("there is no queue " + queue.substring(BrokerAdministration.PREFIX.length()))
                .contains("artemis://127.0.0.1:" + server.port());
    }

    private static volatile boolean purged;

    /** Slow until there is nothing to be slow for. */
    public static long untilItIsPurged(long number) {
        if (!purged) {
            LockSupport.parkNanos(200_000);
        }
        return number;
    }

    @Test
    void aQueueThatWasPurgedKillsItsJobBeforeItsEndIsAnnounced() throws Exception {
        client.submit(job("purged", 1_000_000, "untilItIsPurged").build());
        until("a queue", () -> !queues("purged", "edge.r.w").isEmpty());
        String queue = queue("purged", "edge.r.w");
        try (ClientSession session = connection.session(false)) {
            until("messages that nobody has prefetched", () -> purge(session, queue) > 0);
        }
        purged = true;
        client.submit(job("untouched", 1_000, "slowly").build());
        assertThat(cause("purged"))
                .contains("the queue " + queue.substring(BrokerAdministration.PREFIX.length()))
                .contains("artemis://127.0.0.1:" + server.port())
                .contains("removed by hand");
    }

    private static long purge(ClientSession session, String queue) {
        try {
            return ((Number) invoke(session, ResourceNames.QUEUE + queue, "removeAllMessages")).longValue();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aForeignMessageKillsTheJobInWhoseQueueItIs() throws Exception {
        submit("foreign");
        String queue = queue("foreign", "edge.w.o");
        try (ClientSession session = connection.session(false);
                var producer = session.createProducer(queue)) {
            producer.send(session.createMessage(true));
        }
        assertThat(cause("foreign"))
                .contains("a message in the queue " + queue.substring(BrokerAdministration.PREFIX.length()))
                .contains("at artemis://127.0.0.1:" + server.port() + " is not one of ours");
    }
}
