package io.sardonyx.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LogScannerTest {

    private final ListLog log = new ListLog();

    /** A store of which only the log is asked for. */
    private final Store store = new Store() {
        @Override
        public Log log(String name) {
            return log;
        }

        @Override
        public Documents documents() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Leases leases() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    };

    @Test
    void historyIsReadToItsEndOrToAnEntry() throws TimeoutException {
        for (String joiner : new String[] {"a", "b", "c"}) {
            log.entries.add(EntryCodec.encode(null, 0, new PrepareJoinCluster(GroupId.of(joiner))));
        }
        assertThat(read(Long.MAX_VALUE).position()).isEqualTo(2);
        assertThat(read(1).position()).isEqualTo(1);
    }

    private ReplicaView read(long upTo) throws TimeoutException {
        return LogScanner.read(store, upTo, Duration.ofMinutes(1), (entry, change) -> {});
    }

    @Test
    void storeThatFailsIsNamedWithItsTrouble() {
        log.failures = Integer.MAX_VALUE;
        assertThatThrownBy(() -> LogScanner.read(store, 0, Duration.ofMillis(200), (entry, change) -> {}))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("no answer; mend that");
    }
}
