package io.sardonyx.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.Command;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PeerGc;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ListLog;
import io.sardonyx.follow.Outbox;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.Signature;
import io.sardonyx.follow.Silent;
import io.sardonyx.loop.BackOff;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class OwedCommandsTest {

    private static final long PATIENCE = 1_000;
    private static final long FOR_EVER = 1_000_000;
    private static final GroupId SELF = GroupId.of("self");
    private static final Command JOIN = new PrepareJoinCluster(SELF);
    private static final Command NOTIFY = new NotifyJoinCluster(GroupId.of("joiner"));

    private final ListLog log = new ListLog();
    private final Dice dice = new Dice();
    private final Follower<Replica> follower =
            new Follower<>(log, new ReplicaFold(), new Silent(), backOff(), FOR_EVER);
    private final Outbox outbox =
            new Outbox(SELF, log, Outbox.Gate.OPEN, Signature.peer(InstantSource.system()), backOff());
    private final OwedCommands owing = new OwedCommands(SELF, outbox, PATIENCE, backOff(), dice);
    private long now;

    /** Shows what the test wants. */
    private static final class Dice implements RandomGenerator {
        int shows;
        int sides;

        @Override
        public long nextLong() {
            throw new AssertionError("only a number below a bound is asked for");
        }

        @Override
        public int nextInt(int bound) {
            sides = bound;
            return shows;
        }
    }

    private static BackOff backOff() {
        return new BackOff(Duration.ofNanos(100), Duration.ofNanos(1_000), () -> 0);
    }

    private static Command prepare(String joiner) {
        return new PrepareJoinCluster(GroupId.of(joiner));
    }

    private void read(Command... commands) {
        for (Command command : commands) {
            log.entries.add(EntryCodec.encode(null, 0, command));
        }
        log.nudge.run();
        exchange();
    }

    /** Everything on its way arrives. */
    private void exchange() {
        for (int i = 0; i < 10; i++) {
            follower.turn(now);
            outbox.turn(now, follower);
        }
        assertThat(follower.isAtEnd() && outbox.isEmpty()).isTrue();
    }

    private void turn(Command... owed) {
        owing.turn(now, List.of(owed), follower);
    }

    /** When it tried to join until then, every try coming to nothing. */
    private List<Long> triesUntil(long end) {
        var tries = new ArrayList<Long>();
        for (; now <= end; now++) {
            turn(JOIN);
            if (outbox.has(JOIN)) {
                tries.add(now);
                exchange();
                turn(JOIN);
            }
        }
        return tries;
    }

    @Test
    void firstTryToJoinComesAtOnce() {
        read(prepare("a"));
        turn(JOIN);
        assertThat(outbox.has(JOIN)).isTrue();
    }

    @Test
    void whoWasTurnedAwayTriesAgainAfterAGrowingTime() {
        read(prepare("a"), prepare("b"), JOIN);
        assertThat(follower.state().ring().aborted().has(SELF)).isTrue();
        assertThat(triesUntil(400)).containsExactly(25L, 75L, 175L, 375L);
    }

    @Test
    void whoHasJoinedBeginsWithAShortTimeAgain() {
        read(prepare("a"), prepare("b"), JOIN);
        assertThat(triesUntil(80)).containsExactly(25L, 75L);
        turn();
        owing.joined();
        assertThat(triesUntil(110)).containsExactly(81L + 25L);
    }

    @Test
    void otherThingsAreAppendedOnlyAfterTheyWereOwedForAWhile() {
        read(prepare("a"));
        dice.shows = Integer.MAX_VALUE;
        turn(NOTIFY);
        now += PATIENCE - 1;
        turn(NOTIFY);
        assertThat(outbox.isEmpty()).isTrue();
        now++;
        turn(NOTIFY);
        assertThat(outbox.has(NOTIFY)).isTrue();
    }

    @Test
    void patienceBeginsAnewWhenNothingWasOwedInBetween() {
        read(prepare("a"));
        turn(NOTIFY);
        now += PATIENCE / 2;
        turn();
        turn(NOTIFY);
        now += PATIENCE / 2;
        turn(NOTIFY);
        assertThat(outbox.isEmpty()).isTrue();
        now += PATIENCE / 2;
        turn(NOTIFY);
        assertThat(outbox.has(NOTIFY)).isTrue();
    }

    @Test
    void nothingIsAppendedNorDoesTimePassWhileAnythingIsOnItsWay() {
        read(prepare("a"));
        turn(NOTIFY);
        outbox.queue(new PeerGc(SELF));
        now += PATIENCE;
        turn(NOTIFY);
        assertThat(outbox.has(NOTIFY)).isFalse();
        exchange();
        turn(NOTIFY);
        assertThat(outbox.isEmpty()).isTrue();
        now += PATIENCE;
        turn(NOTIFY);
        assertThat(outbox.has(NOTIFY)).isTrue();
    }

    /** Two members, one of whom helps c in; d and e were turned away. */
    private void crowd() {
        read(
                prepare("a"),
                prepare("b"),
                new NotifyJoinCluster(GroupId.of("b")),
                new AcceptJoinCluster(GroupId.of("b"), GroupId.of("a"), GroupId.of("a")),
                prepare("c"),
                prepare("d"),
                prepare("e"));
        assertThat(follower.state().ring().members().size()).isEqualTo(2);
        assertThat(follower.state().ring().aborted().size()).isEqualTo(2);
    }

    private void assertTriesBelow(int free, int waiting) {
        dice.shows = free;
        turn(JOIN);
        assertThat(outbox.isEmpty()).isTrue();
        assertThat(dice.sides).isEqualTo(waiting);
        dice.shows = free - 1;
        turn(JOIN);
        assertThat(outbox.has(JOIN)).isTrue();
    }

    @Test
    void ofThoseWhoWaitAsManyTryAsThereAreMembers() {
        crowd();
        read(new AbortJoinCluster(GroupId.of("c")));
        assertTriesBelow(2, 4);
    }

    @Test
    void memberWhoHelpsSomebodyInIsNotFree() {
        crowd();
        assertTriesBelow(1, 3);
    }

    @Test
    void oneTriesThoughNoMemberIsFree() {
        read(prepare("a"), prepare("b"), prepare("c"));
        assertTriesBelow(1, 2);
    }

    @Test
    void emptyClusterIsFoundedWithoutDice() {
        dice.shows = Integer.MAX_VALUE;
        read();
        turn(JOIN);
        assertThat(outbox.has(JOIN)).isTrue();
    }
}
