package io.sardonyx.testkit.generate;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.SealOutput;
import io.sardonyx.command.SealTask;
import io.sardonyx.command.SignalReady;
import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A peer group of a {@link LogSimulation}: reads the log at its own pace and appends reactions and owed commands. */
final class LogSimulationGroup {

    final GroupId id;
    private final LogSimulation rehearsal;
    /** Commands that are ready to be appended. */
    private final List<Command> outbox = new ArrayList<>();
    /** Commands that wait for a back-off. */
    private final List<Command> backingOff = new ArrayList<>();

    private final List<PeerId> peers = new ArrayList<>();
    /** How many entries it has read. */
    private int read;
    /** Duties count only from this position on, since before it the group has not read its own last entry. */
    private int heardUntil;

    LogSimulationGroup(GroupId id, LogSimulation rehearsal) {
        this.id = id;
        this.rehearsal = rehearsal;
        this.read = rehearsal.size();
    }

    void start(Command founding) {
        if (!view().cluster().isFounded()) {
            outbox.add(founding);
        }
        outbox.add(new PrepareJoinCluster(id));
    }

    private Replica view() {
        return rehearsal.replicaAfter(read);
    }

    boolean isEvicted() {
        return view().ring().hasLeft(id);
    }

    int peers() {
        return peers.size();
    }

    /** Reads up to so many entries; their reactions go to the outbox. */
    void read(int most) {
        for (int i = 0; i < most && read < rehearsal.size(); i++) {
            Change<Replica> change = rehearsal.change(read);
            rehearsal
                    .entry(read)
                    .step()
                    .reactions(change, id)
                    .forEach(
                            reaction -> (reaction.afterBackOff() ? backingOff : outbox).add((Command) reaction.step()));
            read++;
        }
    }

    /**
     * Appends the first command that it may append now; a group outside the ring may append only commands about its
     * membership.
     */
    boolean send(boolean twice) {
        boolean member = view().ring().isMember(id);
        outbox.removeIf(command -> command.isMoot(view()));
        for (Iterator<Command> waiting = outbox.iterator(); waiting.hasNext(); ) {
            Command command = waiting.next();
            if (member || isAboutMembership(command)) {
                waiting.remove();
                rehearsal.append(id, command, twice);
                heardUntil = rehearsal.size();
                return true;
            }
        }
        return false;
    }

    /** Appends all that it may; returns whether there was anything. */
    boolean sendAll() {
        boolean any = false;
        boolean sent;
        do {
            sent = send(false);
            any |= sent;
        } while (sent);
        return any;
    }

    private static boolean isAboutMembership(Command command) {
        return command instanceof FoundCluster
                || command instanceof PrepareJoinCluster
                || command instanceof AcceptJoinCluster
                || command instanceof AbortJoinCluster
                || command instanceof AddVirtualPeer
                || command instanceof GroupLeaveCluster;
    }

    /** The timers fire: commands after a back-off, and what the group owes according to its own replica. */
    void attend() {
        outbox.addAll(backingOff);
        backingOff.clear();
        if (read >= heardUntil) {
            Duties duties = Duties.of(view(), id);
            duties.owed().forEach(this::propose);
            duties.watches().stream().filter(rehearsal::isGone).forEach(gone -> propose(new GroupLeaveCluster(gone)));
        }
    }

    private void propose(Command command) {
        if (!outbox.contains(command)) {
            outbox.add(command);
        }
    }

    void addPeer(PeerId peer, Choices choices) {
        peers.add(peer);
        Site site = choices.percent(70) ? new Site("site-" + choices.below(3)) : null;
        outbox.add(new AddVirtualPeer(peer, id, site, AnyJob.tags().from(choices)));
    }

    void dropPeer(Choices choices) {
        if (!peers.isEmpty()) {
            outbox.add(new LeaveCluster(peers.remove(choices.below(peers.size()))));
        }
    }

    void say(Command command) {
        outbox.add(command);
    }

    /** One of its peers makes progress with its task. */
    void work(Choices choices) {
        List<Work> work = Duties.of(view(), id).work();
        if (!work.isEmpty()) {
            Assignment place = choices.among(work).assignment();
            Run run = view().jobs().live().get(place.job());
            outbox.add(choices.percent(30) || run == null ? new SignalReady(place.peer()) : progress(run.job(), place));
        }
    }

    private static Command progress(Outline job, Assignment place) {
        return job.delivery() == Delivery.QUEUED
                ? new SealTask(place.peer(), place.job(), place.task())
                : new ExhaustInput(place.job(), place.task());
    }

    /** Its peers seal outputs and pass on the end marks for which they are responsible. */
    void seal() {
        if (read >= heardUntil) {
            for (Assignment place : Duties.of(view(), id).seals()) {
                Run run = view().jobs().live().get(place.job());
                propose(
                        run != null && run.job().delivery() == Delivery.QUEUED
                                ? new CompleteTask(place.peer(), place.job(), place.task())
                                : new SealOutput(place.job(), place.task()));
            }
        }
    }
}
