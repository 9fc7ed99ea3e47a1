package io.sardonyx.testkit.generate;

import io.sardonyx.assignment.Assignment;
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
import io.sardonyx.job.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** One group of a {@link LogSimulation}: it reads the log at its own pace and appends what it must. */
final class LogSimulationGroup {

    final GroupId id;
    private final LogSimulation rehearsal;
    private final List<Command> outbox = new ArrayList<>();
    private final List<Command> backingOff = new ArrayList<>();
    private final List<PeerId> peers = new ArrayList<>();
    private int read;
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

    /** Reads some more entries; what they make it append waits in its outbox. */
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

    /** Appends the first entry that it may append now; outside the ring a group speaks for its membership only. */
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

    /** Whether there was anything to send. */
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

    /** The back-off is over, and the timer for what is owed too, which counts only what it has read of itself. */
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

    /** One of its peers gets on with its work. */
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

    /** Its peers publish and pass on the end marks that are theirs to pass on. */
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
