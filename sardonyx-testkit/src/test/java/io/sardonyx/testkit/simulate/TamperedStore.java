package io.sardonyx.testkit.simulate;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A store that passes everything on, but for what a planted bug bends. */
class TamperedStore implements Store {

    private final Store store;

    TamperedStore(Store store) {
        this.store = store;
    }

    Lease tinker(Lease lease) {
        return lease;
    }

    CompletionStage<Long> tinker(CompletionStage<Long> append) {
        return append;
    }

    boolean tinker(boolean held) {
        return held;
    }

    CompletionStage<Boolean> rebase(Log log, Origin origin) {
        return log.rebase(origin);
    }

    @Override
    public Optional<Blobs> blobs() {
        return store.blobs();
    }

    @Override
    public Log log(String name) {
        Log log = store.log(name);
        return new Log() {
            @Override
            public CompletionStage<Long> append(List<byte[]> entries) {
                return tinker(log.append(entries));
            }

            @Override
            public CompletionStage<Slice> read(long from, int limit) {
                return log.read(from, limit);
            }

            @Override
            public CompletionStage<Optional<Origin>> origin() {
                return log.origin();
            }

            @Override
            public CompletionStage<Boolean> rebase(Origin origin) {
                return TamperedStore.this.rebase(log, origin);
            }

            @Override
            public Watch onAppend(Runnable nudge) {
                return log.onAppend(nudge);
            }
        };
    }

    @Override
    public Documents documents() {
        return store.documents();
    }

    @Override
    public Leases leases() {
        Leases leases = store.leases();
        return new Leases() {
            @Override
            public CompletionStage<Optional<Lease>> claim(String name, String holder) {
                return leases.claim(name, holder).thenApply(claimed -> claimed.map(TamperedStore.this::tinker));
            }

            @Override
            public CompletionStage<Boolean> isHeld(String name) {
                return leases.isHeld(name).thenApply(TamperedStore.this::tinker);
            }

            @Override
            public Watch onFree(String name, Runnable nudge) {
                return leases.onFree(name, nudge);
            }
        };
    }

    @Override
    public void close() {
        store.close();
    }

    /** A lease whose loss its holder never notices. */
    record Blind(Lease lease) implements Lease {

        @Override
        public long fence() {
            return lease.fence();
        }

        @Override
        public Standing standing() {
            return Standing.HELD;
        }

        @Override
        public Watch onChange(Runnable nudge) {
            return lease.onChange(nudge);
        }

        @Override
        public void close() {
            lease.close();
        }
    }
}
