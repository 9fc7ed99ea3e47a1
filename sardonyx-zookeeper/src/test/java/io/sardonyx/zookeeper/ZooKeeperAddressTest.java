package io.sardonyx.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.StoreProvider;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooKeeperAddressTest {

    @Test
    void anAddressNamesServersAndTenancy() {
        var address = ZooKeeperAddress.parse("zookeeper://a.example:2181,[::1]:2182,c/team/blue");
        assertThat(address.servers()).isEqualTo("a.example:2181,[::1]:2182,c");
        assertThat(address.root()).isEqualTo("/team/blue");
        assertThat(address.creatorOnly()).isFalse();
        assertThat(address.client()).isEmpty();
    }

    @Test
    void settingsOfTheClientPassThrough() {
        var address = ZooKeeperAddress.parse("zookeeper://a/t?sessionTimeoutMillis=4000&acl=creator"
                + "&zookeeper.client.secure=true&zookeeper.ssl.trustStore.location=%2Fetc%2Ftrust");
        assertThat(address.sessionTimeoutMillis()).isEqualTo(4000);
        assertThat(address.creatorOnly()).isTrue();
        assertThat(address.client())
                .containsOnlyKeys("zookeeper.client.secure", "zookeeper.ssl.trustStore.location")
                .containsEntry("zookeeper.ssl.trustStore.location", "/etc/trust");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:x",
                "zookeeper:a/t",
                "zookeeper://",
                "zookeeper://a",
                "zookeeper://a/",
                "zookeeper://a/t/",
                "zookeeper://a/../t",
                "zookeeper://a:b/t",
                "zookeeper://a:65536/t",
                "zookeeper://a:99999/t",
                "zookeeper://,/t",
                "zookeeper://a/zookeeper",
                "zookeeper://a/t?x",
                "zookeeper://a/t?unknown=1",
                "zookeeper://a/t?acl=none",
                "zookeeper://a/t?sessionTimeoutMillis=soon"
            })
    void whatIsMalformedIsRefusedWithWhatWouldBeRight(String address) {
        assertThatThrownBy(() -> ZooKeeperAddress.parse(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("zookeeper://host:2181,host2:2181/tenancy");
    }

    @Test
    void theProviderIsFoundByItsScheme() {
        assertThat(ServiceLoader.load(StoreProvider.class).stream()
                        .map(found -> found.get().scheme()))
                .contains("zookeeper");
    }
}
