package io.sardonyx.artemis;

import io.sardonyx.port.Broker;
import io.sardonyx.port.QueueName;
import io.sardonyx.testkit.contract.SharedBroker;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/** A broker of a test class, emptied after each test. */
class SharedArtemis implements SharedBroker {

    private final String address;

    SharedArtemis(String address) {
        this.address = address;
    }

    @Override
    public Broker open() {
        return new ArtemisBrokerProvider().open(address).get(0);
    }

    /** Its socket is closed without a word. */
    @Override
    public void crash(Broker opened) {
        ((ArtemisBroker) opened).connection().cut();
    }

    @Override
    public void putForeignMessage(QueueName queue) {
        var connection =
                new BrokerConnection(ArtemisAddress.parse(address).servers().get(0), ArtemisAddress.parse(address));
        try (ClientSession session = connection.session(false);
                ClientProducer producer = session.createProducer(BrokerAdministration.address(queue))) {
            producer.send(session.createMessage(true));
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            connection.close();
        }
    }

    @Override
    public void close() {
        Broker broker = open();
        broker.remove("").toCompletableFuture().join();
        broker.close();
    }
}
