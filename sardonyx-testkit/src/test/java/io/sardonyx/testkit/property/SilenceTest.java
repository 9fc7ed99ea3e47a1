package io.sardonyx.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.Command;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.job.Allocation;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Reaction;
import io.sardonyx.log.Step;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.History;
import io.sardonyx.testkit.generate.Property;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each group speaks for itself only, and only when an entry concerns it. */
class SilenceTest extends Claims {

    /** A reaction of a group to an entry. */
    private record Said(Entry<Replica> entry, Change<Replica> change, GroupId self, Command command) {}

    private interface SaidCheck {
        void of(Said said);
    }

    private void forEveryReaction(SaidCheck check) {
        var histories = Gen.oneOf(AnyHistory.hostile(100), AnyHistory.faithful(200));
        Property.forAll(histories).runs(runs(600)).check(history -> {
            List<Change<Replica>> changes = history.changes();
            for (int i = 0; i < changes.size(); i++) {
                Change<Replica> change = changes.get(i);
                Entry<Replica> entry = history.entries().get(i);
                Set<GroupId> groups = new TreeSet<>(History.groups(change.before()));
                groups.addAll(History.groups(change.after()));
                groups.add(GroupId.of("stranger"));
                for (GroupId self : groups) {
                    for (Reaction<Replica> reaction : entry.step().reactions(change, self)) {
                        check.of(new Said(entry, change, self, (Command) reaction.step()));
                    }
                }
            }
        });
    }

    @Test
    void whoLeftSaysNothing() {
        forEveryReaction(said ->
                assertThat(said.change.after().ring().hasLeft(said.self)).isFalse());
    }

    @Test
    void groupSpeaksForItselfItsJoinerAndItsPeersOnly() {
        forEveryReaction(said -> {
            Replica after = said.change.after();
            if (said.command instanceof PrepareJoinCluster prepare) {
                assertThat(prepare.joiner()).isEqualTo(said.self);
            } else if (said.command instanceof AcceptJoinCluster accept) {
                assertThat(accept.joiner()).isEqualTo(said.self);
            } else if (said.command instanceof AbortJoinCluster abort) {
                assertThat(abort.id()).isEqualTo(said.self);
            } else if (said.command instanceof NotifyJoinCluster notify) {
                assertThat(after.ring().joinersOf(said.self)).contains(notify.joiner());
            } else {
                assertThat(said.command).isInstanceOf(VolunteerForTask.class);
                assertThat(after.peers().of(said.self))
                        .anyMatch(peer -> peer.id().equals(((VolunteerForTask) said.command).id()));
            }
        });
    }

    @Test
    void onlyMembershipMakesPlannedGroupsSpeak() {
        forEveryReaction(said -> {
            if (said.change.after().cluster().allocation() != Allocation.VOLUNTEERED) {
                assertThat(concerned(said.entry.step(), said.change)).contains(said.self);
            }
        });
    }

    /** Whom an entry about membership concerns; nobody, if it is about anything else. */
    private static List<GroupId> concerned(Step<Replica> step, Change<Replica> change) {
        if (step instanceof PrepareJoinCluster prepare) {
            var joining = change.after().ring().joining().get(prepare.joiner());
            return joining == null ? List.of(prepare.joiner()) : List.of(prepare.joiner(), joining.observer());
        }
        if (step instanceof GroupLeaveCluster leave) {
            return change.before().ring().joinersOf(leave.id());
        }
        if (step instanceof NotifyJoinCluster notify) {
            return List.of(notify.joiner());
        }
        if (step instanceof AcceptJoinCluster accept) {
            return List.of(accept.joiner());
        }
        return step instanceof AbortJoinCluster abort ? List.of(abort.id()) : List.of();
    }

    @Test
    void refusedEntryIsMetWithSilenceButByTheJoinerItNames() {
        forEveryReaction(said -> {
            if (!said.change.happened()) {
                assertThat(concerned(said.entry.step(), said.change)).startsWith(said.self);
                assertThat(said.change.after().ring().knows(said.self)).isFalse();
            }
        });
    }

    @Test
    void entryThatItsAuthorRepeatsMakesNobodySpeakAsIfItWereNew() {
        forEveryReaction(said -> {
            if (!said.change.happened()) {
                assertThat(said.command)
                        .isNotInstanceOfAny(NotifyJoinCluster.class, AcceptJoinCluster.class, VolunteerForTask.class);
            }
        });
    }
}
