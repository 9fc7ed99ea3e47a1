package io.sardonyx.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenSearchAddressTest {

    @TempDir
    private Path directory;

    @Test
    void serversTenancyAndDefaults() {
        var address = OpenSearchAddress.parse("opensearch://a:9201,b,[::1]:9202/orders");
        assertThat(address.servers())
                .containsExactly(
                        URI.create("http://a:9201"), URI.create("http://b:9200"), URI.create("http://[::1]:9202"));
        assertThat(address.index()).isEqualTo("sardonyx-orders");
        assertThat(address.leaseMillis()).isEqualTo(30_000);
        assertThat(address.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(address.user()).isNull();
        assertThat(address.tls()).isNull();
    }

    @Test
    void secretsAreReadFromWhereTheAddressSays() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "hush\n");
        var address =
                OpenSearchAddress.parse("opensearch://me@a/orders?tls=true&leaseMillis=5000&password=file:" + password);
        assertThat(address.user()).isEqualTo("me");
        assertThat(address.password()).isEqualTo("hush");
        assertThat(address.leaseMillis()).isEqualTo(5_000);
        assertThat(address.servers()).containsExactly(URI.create("https://a:9200"));
        assertThat(address.toString()).doesNotContain("hush");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "opensearch:/a/orders | does not begin with opensearch://",
                "opensearch:// | lacks HOST:PORT",
                "opensearch://a:9200 | lacks a tenancy",
                "opensearch://a:9200/ | lacks a tenancy",
                "opensearch://a:9200/Orders | small letters",
                "opensearch://a:9200/_orders | small letters",
                "opensearch://a:9200/a/b | small letters",
                "opensearch://a:70000/orders | 'a:70000' is not HOST:PORT",
                "opensearch://a,a/orders | names a server twice",
                "opensearch://me@a/orders | a user but no password",
                "opensearch://a/orders?password=env:PATH | a password but no user",
                "opensearch://me@a/orders?password=secret | is a reference",
                "opensearch://me@a/orders?password=env:NO_SUCH_VARIABLE | is not set",
                "opensearch://me@a/orders?password=file:/no/such/file | no file to read",
                "opensearch://a/orders?leaseMillis=10 | 'leaseMillis' is none of",
                "opensearch://a/orders?leaseMillis=99999999 | more than a day",
                "opensearch://a/orders?tls=maybe | 'tls' is none of",
                "opensearch://a/orders?tls.trust=/no/such/file | no file to read",
                "opensearch://a/orders?nonsense | not of the form name=value",
            })
    void malformedOnesAreRefusedWithTheReasonAndAnExample(String address, String reason) {
        assertThatThrownBy(() -> OpenSearchAddress.parse(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("it should look like opensearch://")
                .hasMessageNotContaining("password=secret");
    }
}
