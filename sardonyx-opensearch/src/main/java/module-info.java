/** Documents over the HTTP API of OpenSearch and Elasticsearch; found by their scheme, so it exports nothing. */
module io.sardonyx.opensearch {
    requires io.sardonyx.core;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires java.net.http;
    requires static org.jspecify;
    requires org.slf4j;

    provides io.sardonyx.port.DocumentStoreProvider with
            io.sardonyx.opensearch.OpenSearchStoreProvider;
}
