package io.sardonyx.opensearch;

import io.sardonyx.port.Store;
import io.sardonyx.store.derived.DerivedStore;
import io.sardonyx.testkit.contract.SharedStore;
import io.sardonyx.testkit.contract.StoreContracts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A real server keeps every promise of the ports: documents as they are, log and leases derived from them. */
class OpenSearchContractTest extends StoreContracts {

    @TempDir
    private static Path directory;

    private static ServerProcess server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new ServerProcess(directory);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    protected SharedStore fresh() {
        return new Tenancy("opensearch://127.0.0.1:" + server.port() + "/t-" + UUID.randomUUID()
                + "?leaseMillis=3000&pollMillis=100");
    }

    /** A tenancy of its own on a server that others use too. */
    private record Tenancy(String address, Map<Store, OpenSearchStore> documents) implements SharedStore {

        Tenancy(String address) {
            this(address, new HashMap<>());
        }

        @Override
        public Store open() {
            var below = (OpenSearchStore) new OpenSearchStoreProvider().open(address);
            Store store = new DerivedStore(below);
            documents.put(store, below);
            return store;
        }

        /** Nothing of it is answered any more, so no lease is given back. */
        @Override
        public void crash(Store opened) {
            documents.get(opened).close();
            opened.close();
        }

        @Override
        public void close() {
            var calls = new HttpCalls(OpenSearchAddress.parse(address));
            String index = OpenSearchAddress.parse(address).index() + ".documents";
            calls.send(HttpCalls.Call.delete("/" + index)).join();
        }
    }
}
