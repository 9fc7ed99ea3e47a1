package io.sardonyx.opensearch;

import io.sardonyx.port.DocumentStore;
import io.sardonyx.port.DocumentStoreProvider;

/**
 * The provider for OpenSearch and Elasticsearch, with addresses like
 * {@code opensearch://user@host:9200,host2:9200/tenancy?password=file:/run/secrets/opensearch&tls=true}.
 */
public final class OpenSearchStoreProvider implements DocumentStoreProvider {

    @Override
    public String scheme() {
        return OpenSearchAddress.SCHEME;
    }

    @Override
    public DocumentStore open(String address) {
        return new OpenSearchStore(OpenSearchAddress.parse(address));
    }
}
