package io.sardonyx.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.job.Tags;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.loop.BackOff;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static final GroupId SELF = GroupId.of("self");

    private final ListLog log = new ListLog();
    private final Follower<Replica> follower = new Follower<>(log, new ReplicaFold(), new Silent(), backOff(), 50);
    private final Outbox outbox =
            new Outbox(SELF, log, Outbox.Gate.OPEN, Signature.peer(InstantSource.system()), backOff());
    private long now;

    private static BackOff backOff() {
        return new BackOff(Duration.ofNanos(4), Duration.ofNanos(8), RandomGenerator.getDefault());
    }

    private static Command leave(int number) {
        return new GroupLeaveCluster(GroupId.of("g" + number));
    }

    private void turns(Outbox of) {
        for (int i = 0; i < 500; i++) {
            follower.turn(now);
            of.turn(now++, follower);
        }
    }

    private List<Command> appended() {
        return log.entries.stream()
                .map(bytes -> (Command) EntryCodec.decode(0, bytes).step())
                .toList();
    }

    @Test
    void commandsGoOutInOrderUnderGrowingNumbers() {
        outbox.queue(leave(1));
        outbox.queue(leave(2));
        turns(outbox);
        outbox.queue(leave(3));
        turns(outbox);
        assertThat(appended()).containsExactly(leave(1), leave(2), leave(3));
        assertThat(log.entries)
                .extracting(bytes -> EntryCodec.decode(0, bytes).sequence())
                .containsExactly(1L, 2L, 3L);
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void whatWasAppendedIsTheNextToReadThoughNoNudgeCame() {
        turns(outbox);
        assertThat(follower.isAtEnd()).isTrue();
        outbox.queue(leave(1));
        outbox.turn(now, follower);
        outbox.turn(now, follower);
        assertThat(outbox.isEmpty()).isTrue();
        assertThat(follower.isAtEnd()).isFalse();
        for (int i = 0; i < 10; i++) {
            follower.turn(now);
        }
        assertThat(follower.isAtEnd()).isTrue();
        assertThat(follower.position()).isZero();
    }

    @Test
    void sameCommandIsNotQueuedTwice() {
        outbox.queue(leave(1));
        outbox.queue(leave(1));
        turns(outbox);
        assertThat(appended()).containsExactly(leave(1));
    }

    @Test
    void appendThatFailedIsSentAgain() {
        follower.turn(now++);
        log.failures = 1;
        outbox.queue(leave(1));
        outbox.turn(now++, follower);
        turns(outbox);
        assertThat(appended()).containsExactly(leave(1));
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void appendThatArrivedAlthoughItFailedIsNotSentAgain() {
        turns(outbox);
        log.failures = 1;
        log.failingAppendsArrive = true;
        outbox.queue(leave(1));
        outbox.turn(now++, follower);
        turns(outbox);
        assertThat(appended()).containsExactly(leave(1));
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void whatTheGateKeepsBackWaitsAndLetsOthersPass() {
        var prepare = new PrepareJoinCluster(SELF);
        var gated = new Outbox(
                SELF,
                log,
                (command, replica) -> command == prepare || replica.ring().isMember(SELF),
                Signature.peer(InstantSource.system()),
                backOff());
        gated.queue(leave(1));
        turns(gated);
        assertThat(log.entries).isEmpty();
        assertThat(gated.isQuiet(follower)).isTrue();
        gated.queue(prepare);
        turns(gated);
        assertThat(appended()).containsExactly(prepare, leave(1));
    }

    @Test
    void whatIsTooLongForTheLogIsLeftOutAndHoldsUpNobody() {
        var tags = new TreeSet<String>();
        for (int i = 0; i < 10_000; i++) {
            tags.add("tag-" + i + "x".repeat(100));
        }
        outbox.queue(leave(1));
        outbox.queue(new AddVirtualPeer(PeerId.of("p"), SELF, new Site("here"), Tags.of(tags)));
        outbox.queue(leave(2));
        turns(outbox);
        assertThat(appended()).containsExactly(leave(1), leave(2));
        assertThat(log.entries)
                .extracting(bytes -> EntryCodec.decode(0, bytes).sequence())
                .containsExactly(1L, 2L);
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void causeOfAnyLengthBecomesAnEntryThatCanBeRead() {
        JobId job = JobId.of("j");
        outbox.queue(new KillJob(job, new Cause("\u0001".repeat(2 << 20), null, "x".repeat(2 << 20))));
        turns(outbox);
        assertThat(appended())
                .hasSize(1)
                .allMatch(command -> ((KillJob) command).job().equals(job));
    }

    @Test
    void appendThatIsNeverAnsweredMayHaveArrivedAndIsNotRepeatedThen() {
        turns(outbox);
        log.silentAppends = true;
        outbox.queue(leave(1));
        turns(outbox);
        for (int i = 0; i < 40; i++) {
            now += 1_000_000_000L;
            turns(outbox);
        }
        assertThat(appended()).containsExactly(leave(1));
        assertThat(outbox.isEmpty()).isTrue();
        log.silentAppends = false;
        outbox.queue(leave(2));
        turns(outbox);
        assertThat(appended()).containsExactly(leave(1), leave(2));
    }
}
