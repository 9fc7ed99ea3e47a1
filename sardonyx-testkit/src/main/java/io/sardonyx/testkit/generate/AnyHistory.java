package io.sardonyx.testkit.generate;

import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.SealOutput;
import io.sardonyx.command.SealTask;
import io.sardonyx.command.SignalReady;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.duty.Duties;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Generators of log histories: arbitrary entries, and those of groups that follow the protocol. */
public final class AnyHistory {

    private AnyHistory() {}

    /**
     * Entries in arbitrary order: some that a group owes the log, some repeated, some with arbitrary arguments of the
     * right type. Sequence numbers of an author may repeat or go back.
     */
    public static Gen<History> hostile(int most) {
        return choices -> {
            var enemy = new Enemy(choices);
            choices.list(0, most, enemy::write);
            return new History(enemy.entries);
        };
    }

    /**
     * The log of groups that read at their own pace and append what the protocol requires, while groups join, leave and
     * crash, peers are added and jobs are submitted and ended; {@code most} is the number of steps, not of entries.
     */
    public static Gen<History> faithful(int most) {
        return choices -> rehearsal(most, choices).history();
    }

    /** As {@link #faithful}, continued without joins, leaves and crashes until no group has anything to append. */
    public static Gen<SettledHistory> settled(int most) {
        return choices -> rehearsal(most, choices).settle();
    }

    private static LogSimulation rehearsal(int most, Choices choices) {
        var rehearsal = new LogSimulation(AnyCommand.foundCluster().from(choices));
        choices.list(0, most, () -> {
            rehearsal.step(choices);
            return rehearsal;
        });
        return rehearsal;
    }

    /**
     * Writer of arbitrary entries. It folds what it has written, so that it can also write entries that fit the state.
     */
    private static final class Enemy {
        private final Choices choices;
        private final List<Entry<Replica>> entries = new ArrayList<>();
        private Replica replica = Replica.EMPTY;

        Enemy(Choices choices) {
            this.choices = choices;
        }

        Entry<Replica> write() {
            Command command = command();
            @Nullable
            GroupId author = choices.percent(30) ? AnyId.group(AnyCommand.CAST).from(choices) : null;
            long sequence = author == null ? 0 : choices.among(entries.size() + 1L, 1L, entries.size() / 2L, 0L);
            var entry = new Entry<>(entries.size(), author, sequence, command);
            entries.add(entry);
            replica = replica.change(entry).after();
            return entry;
        }

        private Command command() {
            return switch (choices.among(0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4)) {
                case 1 -> owed();
                case 2 -> workDone();
                case 3 -> again();
                case 4 -> newPeer();
                default ->
                    entries.isEmpty() && choices.percent(70)
                            ? AnyCommand.foundCluster().from(choices)
                            : AnyCommand.command().from(choices);
            };
        }

        private Command owed() {
            List<Command> owed = new ArrayList<>();
            for (GroupId group : History.groups(replica)) {
                owed.addAll(Duties.of(replica, group).owed());
            }
            return owed.isEmpty() ? AnyCommand.membership().from(choices) : choices.among(owed);
        }

        private Command workDone() {
            List<Assignment> places = new ArrayList<>();
            for (Peer peer : replica.peers().present().values()) {
                if (peer.assignment() != null) {
                    places.add(peer.assignment());
                }
            }
            if (places.isEmpty()) {
                return AnyCommand.progress().from(choices);
            }
            Assignment place = choices.among(places);
            return choices.among(List.of(
                    new SignalReady(place.peer()),
                    new ExhaustInput(place.job(), place.task()),
                    new SealOutput(place.job(), place.task()),
                    new SealTask(place.peer(), place.job(), place.task()),
                    new CompleteTask(place.peer(), place.job(), place.task()),
                    new VolunteerForTask(place.peer())));
        }

        private Command newPeer() {
            List<GroupId> members = replica.ring().members().keys();
            GroupId group = members.isEmpty() ? GroupId.of("a") : choices.among(members);
            return new AddVirtualPeer(
                    AnyId.peer(12).from(choices), group, null, AnyJob.tags().from(choices));
        }

        private Command again() {
            return entries.isEmpty()
                    ? AnyCommand.membership().from(choices)
                    : (Command) entries.get(choices.below(entries.size())).step();
        }
    }
}
