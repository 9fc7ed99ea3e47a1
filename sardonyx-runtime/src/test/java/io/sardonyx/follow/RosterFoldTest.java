package io.sardonyx.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.entry.RandomEvents;
import io.sardonyx.entry.RosterView;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.loop.BackOff;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Origin;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RosterFoldTest {

    private static final int ENTRIES = 600;

    private final ListLog log = new ListLog();
    private final RandomEvents events = new RandomEvents(3, 5);

    private Follower<Roster> follower() {
        var backOff = new BackOff(Duration.ofNanos(10), Duration.ofNanos(100), RandomGenerator.getDefault());
        return new Follower<>(log, new RosterFold(), new Unheard(), backOff, 1_000);
    }

    private static void turn(Follower<Roster> follower) {
        for (int now = 0; !follower.isAtEnd(); now++) {
            follower.turn(now);
        }
    }

    private void append(int count) {
        for (int i = 0; i < count; i++) {
            log.entries.add(stored(events.next()));
        }
    }

    private static byte[] stored(Event event) {
        return EventCodec.encode(GroupId.of("leader"), event, Provenance.UNSAID);
    }

    @Test
    void followerOfTheLogHoldsTheRosterOfWhoWroteIt() {
        append(ENTRIES);
        var follower = follower();
        turn(follower);
        assertThat(follower.position()).isEqualTo(ENTRIES - 1);
        assertThat(follower.state()).isEqualTo(events.roster());
    }

    @Test
    void originAndTailAreAsGoodAsTheWholeLog() {
        append(ENTRIES / 2);
        var origin = RosterFold.origin(new RosterView(events.roster(), log.entries.size() - 1));
        append(ENTRIES / 2);
        log.trim(new Origin(ENTRIES / 2 - 1, origin));
        var follower = follower();
        turn(follower);
        assertThat(follower.state()).isEqualTo(events.roster());
    }

    @Test
    void whatIsDamagedOrNoEventStopsTheReaderBeforeItIsApplied() {
        append(2);
        byte[] damaged = stored(events.next());
        damaged[10] ^= 1;
        log.entries.add(damaged);
        var follower = follower();
        assertThatThrownBy(() -> turn(follower))
                .isInstanceOf(DamagedEntry.class)
                .hasMessageContaining("position 2");
        assertThat(follower.position()).isEqualTo(1);
        log.entries.set(2, EntryCodec.encode(null, 0, new PrepareJoinCluster(GroupId.of("a"))));
        assertThatThrownBy(() -> turn(follower()))
                .isInstanceOf(UnreadableEntry.class)
                .hasMessageContaining("position 2: there is no event \"prepare-join-cluster\"");
    }

    @Test
    void skippedEntryChangesNothing() {
        append(ENTRIES);
        var fold = new RosterFold();
        assertThat(fold.apply(events.roster(), fold.skipped(ENTRIES)).happened())
                .isFalse();
    }

    @Test
    void originOfAnotherHistoryIsRefused() {
        append(ENTRIES);
        var follower = follower();
        turn(follower);
        log.trim(new Origin(ENTRIES, RosterFold.origin(RosterView.EMPTY)));
        log.nudge.run();
        assertThatThrownBy(() -> {
                    for (int now = 0; now < 10_000; now++) {
                        follower.turn(now);
                    }
                })
                .isInstanceOf(LostHistory.class);
    }

    @Test
    void rosterIsContinuedByOneThatHasPlannedAsMuch() {
        append(ENTRIES);
        assertThat(new RosterFold().isContinued(events.roster(), Roster.EMPTY)).isFalse();
        assertThat(new RosterFold().isContinued(Roster.EMPTY, events.roster())).isTrue();
    }

    /** Hears nothing: tests look at the state. */
    private static final class Unheard implements Follower.Reader<Roster> {

        @Override
        public void read(Entry<Roster> entry, Change<Roster> change) {
            // As its name says.
        }

        @Override
        public void restarted(Roster state, long position) {
            // As above.
        }
    }
}
