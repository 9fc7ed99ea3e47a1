package io.sardonyx.task.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.queue.Brokers;
import io.sardonyx.serial.Codecs;
import io.sardonyx.store.Stores;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnitOfWorkTest {

    private static final long BEGUN = 1_000;
    private static final long LONG_AFTER = BEGUN + Duration.ofSeconds(1).toNanos();

    private static UnitOfWork unit() {
        Job job = Job.named("job")
                .input("read", Call.to("generator"))
                .output("write", Call.to("stdout"))
                .path("read", "write")
                .build();
        var parts = new QueueSource.Parts(
                new JobQueues("epoch", job),
                Brokers.open("memory:units"),
                Codecs.builder().build(),
                Stores.open("memory:units").documents(),
                new Mailbox(),
                42);
        return new UnitOfWork(BrokerSession.atAll(parts, false, session -> {}).get(0), 1, BEGUN);
    }

    @Test
    void aUnitGrowsWhileThereIsMoreToTakeButNotForLong() {
        UnitOfWork unit = unit();
        assertThat(unit.mayGrow(false, BEGUN)).isTrue();
        assertThat(unit.mayGrow(false, LONG_AFTER)).isFalse();
    }

    @Test
    void aUnitIsCommittedAtOnceWhenThereIsNothingMore() {
        assertThat(unit().mayGrow(true, BEGUN)).isFalse();
    }

    @Test
    void aFullUnitDoesNotGrow() {
        UnitOfWork unit = unit();
        for (int i = 0; !unit.isFull(); i++) {
            assertThat(i).isLessThan(1_000);
            unit.give(new OutgoingMessage(QueueName.of("epoch", "queue"), new byte[] {1}));
        }
        assertThat(unit.mayGrow(false, BEGUN)).isFalse();
    }
}
