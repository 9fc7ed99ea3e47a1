package io.sardonyx.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.command.Gc;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.job.Allocation;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.History;
import io.sardonyx.testkit.generate.Property;
import io.sardonyx.value.GroupId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds of every history and of every step in it. */
class ReplicaTest extends Claims {

    private static final Gen<History> HISTORIES = Gen.oneOf(AnyHistory.hostile(100), AnyHistory.faithful(200));

    /** What must hold of one entry. */
    private interface EntryCheck {
        void of(Entry<Replica> entry, Change<Replica> change);
    }

    private void forEveryEntry(EntryCheck check) {
        Property.forAll(HISTORIES).runs(runs(800)).check(history -> {
            List<Change<Replica>> changes = history.changes();
            for (int i = 0; i < changes.size(); i++) {
                check.of(history.entries().get(i), changes.get(i));
            }
        });
    }

    @Test
    void theSameLogGivesTheSameReplicaHoweverItIsRead() {
        Gen<Integer> cuts = Gen.ints(0, 100);
        Property.forAll(HISTORIES.then(history -> cuts.map(cut -> new Cut(history, cut))))
                .runs(runs(800))
                .check(cut -> {
                    Replica whole = cut.history.replica();
                    assertThat(cut.history.replica()).isEqualTo(whole).hasSameHashCodeAs(whole);
                    assertThat(History.fold(History.fold(Replica.EMPTY, cut.head()), cut.tail()))
                            .isEqualTo(whole);
                });
    }

    private record Cut(History history, int percent) {
        private int at() {
            return history.entries().size() * percent / 100;
        }

        List<Entry<Replica>> head() {
            return history.entries().subList(0, at());
        }

        List<Entry<Replica>> tail() {
            return history.entries().subList(at(), history.entries().size());
        }
    }

    @Test
    void whatAnAuthorAppendsTwiceCountsOnce() {
        forEveryEntry((entry, change) -> {
            var again = new Entry<>(entry.position() + 1, entry.author(), entry.sequence(), entry.step());
            if (entry.author() != null && change.after().authors().has(entry.author())) {
                Change<Replica> repeated = change.after().change(again);
                assertThat(repeated.happened()).isFalse();
                assertThat(repeated.after()).isSameAs(change.after());
            }
        });
    }

    /**
     * Without an author a repetition is not recognised, and needs not be: all commands say what shall be, not what to
     * add. Two are exceptions: gc, which marks where the log may be trimmed, and volunteering, which asks where a peer
     * is wanted most now that it is where it is.
     */
    @Test
    void anyCommandButTwoAppliedAgainAtOnceChangesNothing() {
        forEveryEntry((entry, change) -> {
            boolean exempt = entry.step() instanceof Gc || entry.step() instanceof VolunteerForTask;
            if (change.happened() && !exempt) {
                assertThat(entry.step().apply(change.after(), entry.position() + 1))
                        .isSameAs(change.after());
            }
        });
    }

    @Test
    void whatChangesNothingLeavesTheVeryReplica() {
        forEveryEntry((entry, change) -> {
            if (change.happened()) {
                assertThat(change.after()).isNotEqualTo(change.before());
            }
        });
    }

    @Test
    void whoLeftNeverComesBackWhileItIsRemembered() {
        forEveryEntry((entry, change) -> {
            for (GroupId gone : change.before().ring().left()) {
                if (entry.step() instanceof Gc) {
                    continue;
                }
                assertThat(change.after().ring().hasLeft(gone)).isTrue();
                assertThat(change.after().peers().of(gone)).isEmpty();
                assertThat(change.after().peers().orphansOf(gone)).isEmpty();
            }
        });
    }

    @Test
    void gcRemembersTheLatestOfThoseWhoLeft() {
        forEveryEntry((entry, change) -> {
            var left = change.before().ring().left();
            int remembered = change.before().cluster().remembered();
            if (change.happened() && entry.step() instanceof Gc) {
                int kept = Math.min(left.size(), remembered);
                assertThat(change.after().ring().left())
                        .containsExactlyElementsOf(left.subList(left.size() - kept, left.size()));
            }
        });
    }

    @Test
    void fenceOfAJobIsThePositionThatLastChangedItsPlacesOrOfItsSubmission() {
        forEveryEntry((entry, change) -> {
            for (Run run : change.after().jobs().live().values()) {
                Run old = change.before().jobs().live().get(run.job().id());
                boolean same =
                        old == null ? run.demand().size() == 0 : places(old).equals(places(run));
                boolean coordinated = change.after().cluster().allocation() == Allocation.COORDINATED;
                long first = coordinated ? entry.position() : Run.NEVER_PLACED;
                long before = old == null ? first : old.version();
                assertThat(run.version()).isEqualTo(same ? before : entry.position());
            }
        });
    }

    private static List<List<Place>> places(Run run) {
        return run.demand().stages().stream().map(stage -> stage.places()).toList();
    }

    @Test
    void whereAPeerIsAndWhereItsPlaceSaysItIsAreOne() {
        forEveryEntry((entry, change) -> {
            for (Run run : change.after().jobs().live().values()) {
                for (Place place : places(run).stream().flatMap(List::stream).toList()) {
                    Peer peer = change.after().peers().present().get(place.peer());
                    assertThat(peer).isNotNull();
                    assertThat(place.site()).isEqualTo(peer.site());
                }
            }
        });
    }
}
