package io.sardonyx.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Broker;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes of one cluster have the same brokers. */
class BrokerListTest {

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final List<Broker> opened = new ArrayList<>();
    private final Broker one = open("one-" + UUID.randomUUID());
    private final Broker two = open("two-" + UUID.randomUUID());

    private Broker open(String name) {
        Broker broker = Brokers.open("memory:" + name).get(0);
        opened.add(broker);
        return broker;
    }

    @AfterEach
    void close() {
        opened.forEach(Broker::close);
        store.close();
    }

    private @Nullable String mismatch(Broker... brokers) throws Exception {
        return BrokerList.mismatch(List.of(brokers), store.documents())
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    @Test
    void theFirstProcessDecidesAndOthersHaveTheSameBrokersInTheSameOrder() throws Exception {
        assertThat(mismatch(one, two)).isNull();
        assertThat(mismatch(one, two)).isNull();
        assertThat(mismatch(two, one)).as("partitions are dealt by place").isNotNull();
    }

    @Test
    void whoHasOtherBrokersIsToldBothLists() throws Exception {
        assertThat(mismatch(one)).isNull();
        assertThat(mismatch(two))
                .startsWith("this process has the brokers " + two.address())
                .contains("but those of its cluster are " + one.address());
        assertThat(mismatch(one, two)).isNotNull();
        assertThat(mismatch(one)).isNull();
    }
}
