package io.sardonyx.opensearch;

import io.sardonyx.port.DocumentStore;
import io.sardonyx.port.Documents;

/** A store in an index of OpenSearch or Elasticsearch. */
final class OpenSearchStore implements DocumentStore {

    private final HttpCalls calls;
    private final ChangePoller changes;
    private final OpenSearchDocuments documents;
    private final long leaseMillis;

    /** Returns before there is a connection; servers that cannot be reached fail the calls that need one. */
    OpenSearchStore(OpenSearchAddress address) {
        calls = new HttpCalls(address);
        var index = new DocumentIndex(address, calls);
        changes = new ChangePoller(index, address);
        documents = new OpenSearchDocuments(address, index, changes);
        leaseMillis = address.leaseMillis();
    }

    @Override
    public Documents documents() {
        return documents;
    }

    @Override
    public long leaseMillis() {
        return leaseMillis;
    }

    @Override
    public void close() {
        changes.close();
        calls.close();
    }
}
