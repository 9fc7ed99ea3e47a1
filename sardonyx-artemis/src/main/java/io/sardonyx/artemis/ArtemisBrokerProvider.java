package io.sardonyx.artemis;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerProvider;
import java.util.List;

/**
 * The broker provider for Artemis, with addresses like
 * {@code artemis://user@host:61616,host2:61616?password=file:/run/secrets/broker}.
 */
public final class ArtemisBrokerProvider implements BrokerProvider {

    @Override
    public String scheme() {
        return ArtemisAddress.SCHEME;
    }

    @Override
    public List<Broker> open(String address) {
        ArtemisAddress parsed = ArtemisAddress.parse(address);
        return parsed.servers().stream()
                .map(server -> (Broker) new ArtemisBroker(new BrokerConnection(server, parsed)))
                .toList();
    }
}
