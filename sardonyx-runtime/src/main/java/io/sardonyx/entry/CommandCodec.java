package io.sardonyx.entry;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.AssignBookkeeperLogId;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.DisputeHash;
import io.sardonyx.command.DropCheckpoint;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.ForgetJob;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KeepCheckpoint;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.NoteProgress;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PeerGc;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.RaiseFormat;
import io.sardonyx.command.ReleaseJob;
import io.sardonyx.command.RewindJob;
import io.sardonyx.command.SealOutput;
import io.sardonyx.command.SealTask;
import io.sardonyx.command.SetStateStorage;
import io.sardonyx.command.SignalReady;
import io.sardonyx.command.StopJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.json.Field;
import io.sardonyx.json.JsonOut;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Codec of commands as {@code {"fn": …, "args": {…}}}, where {@code fn} is the record's name in lower case with
 * hyphens.
 *
 * <p>Missing arguments have defaults where possible, unknown ones are ignored, and those of a wrong type are refused by
 * name.
 */
public final class CommandCodec {

    static final StepForms<Command> FORMS = new StepForms<>("command");

    static {
        group(PrepareJoinCluster.class, "joiner", PrepareJoinCluster::new, PrepareJoinCluster::joiner);
        group(NotifyJoinCluster.class, "observer", NotifyJoinCluster::new, NotifyJoinCluster::joiner);
        form(AcceptJoinCluster.class, CommandArguments::accept, CommandArguments::write);
        group(AbortJoinCluster.class, "id", AbortJoinCluster::new, AbortJoinCluster::id);
        grown(GroupLeaveCluster.class, CommandArguments::leave, CommandArguments::write);
        form(AddVirtualPeer.class, CommandArguments::add, CommandArguments::write);
        peer(LeaveCluster.class, LeaveCluster::new, LeaveCluster::id);
        group(PeerGc.class, "id", PeerGc::new, PeerGc::id);
        form(SubmitJob.class, CommandArguments::submit, CommandArguments::write);
        grown(KillJob.class, CommandArguments::kill, CommandArguments::write);
        grown(CompleteJob.class, CommandArguments::completeJob, CommandArguments::write);
        peer(VolunteerForTask.class, VolunteerForTask::new, VolunteerForTask::id);
        form(SealTask.class, CommandArguments::sealTask, CommandArguments::write);
        grown(CompleteTask.class, CommandArguments::completeTask, CommandArguments::write);
        grown(ExhaustInput.class, CommandArguments::exhaust, CommandArguments::write);
        form(SealOutput.class, CommandArguments::sealOutput, CommandArguments::write);
        peer(SignalReady.class, SignalReady::new, SignalReady::id);
        grown(Gc.class, CommandArguments::gc, CommandArguments::write);
        form(AssignBookkeeperLogId.class, CommandArguments::assign, CommandArguments::write);
        form(FoundCluster.class, CommandArguments::found, CommandArguments::write);
        since2(RaiseFormat.class, CommandArguments::raise, (c, out) -> out.number("format", c.format()));
        since2(DeclareUnfit.class, CommandArguments::unfit, CommandArguments::write);
        since2(NoteProgress.class, CommandArguments::progress, CommandArguments::write);
        since2(
                ReleaseJob.class,
                args -> new ReleaseJob(CommandArguments.job(args)),
                (c, out) -> out.text("job", c.job()));
        since2(
                ForgetJob.class,
                args -> new ForgetJob(CommandArguments.job(args)),
                (c, out) -> out.text("job", c.job()));
        since2(DisputeHash.class, CommandArguments::dispute, CommandArguments::write);
        since3(CompleteCheckpoint.class, CommandArguments::completeCheckpoint, CommandArguments::write);
        since3(KeepCheckpoint.class, CommandArguments::keepCheckpoint, CommandArguments::write);
        since3(DropCheckpoint.class, CommandArguments::dropCheckpoint, CommandArguments::write);
        since3(StopJob.class, args -> new StopJob(CommandArguments.job(args)), (c, out) -> out.text("job", c.job()));
        since3(RewindJob.class, CommandArguments::rewind, CommandArguments::write);
        since3(
                SetStateStorage.class,
                args -> args.at("uri").as(SetStateStorage::new),
                (c, out) -> out.text("uri", c.uri()));
    }

    private CommandCodec() {}

    private static <C extends Command> void form(Class<C> type, Function<Field, C> read, BiConsumer<C, JsonOut> write) {
        FORMS.add(type, ClusterParameters.FIRST_FORMAT, read, (command, out, format) -> write.accept(command, out));
    }

    /** Registers a command that has got arguments since the first format. */
    private static <C extends Command> void grown(Class<C> type, Function<Field, C> read, StepForms.Writer<C> write) {
        FORMS.add(type, ClusterParameters.FIRST_FORMAT, read, write);
    }

    /** Registers a command that was introduced with format 2. */
    private static <C extends Command> void since2(
            Class<C> type, Function<Field, C> read, BiConsumer<C, JsonOut> write) {
        FORMS.add(type, 2, read, (command, out, format) -> write.accept(command, out));
    }

    /** Registers a command that was introduced with format 3. */
    private static <C extends Command> void since3(
            Class<C> type, Function<Field, C> read, BiConsumer<C, JsonOut> write) {
        FORMS.add(type, 3, read, (command, out, format) -> write.accept(command, out));
    }

    private static <C extends Command> void group(
            Class<C> type, String key, Function<GroupId, C> read, Function<C, GroupId> id) {
        form(type, args -> read.apply(args.at(key).as(GroupId::of)), (c, out) -> out.text(key, id.apply(c)));
    }

    private static <C extends Command> void peer(Class<C> type, Function<PeerId, C> read, Function<C, PeerId> id) {
        form(type, args -> read.apply(args.at("id").as(PeerId::of)), (c, out) -> out.text("id", id.apply(c)));
    }

    /** All values of {@code fn}. */
    public static Set<String> names() {
        return FORMS.names();
    }

    public static String nameOf(Command command) {
        return FORMS.nameOf(command);
    }

    /** The format that introduced a command type. */
    public static int sinceFormat(Class<? extends Command> type) {
        return FORMS.sinceFormat(type);
    }

    /** The oldest format that has all arguments which this command uses. */
    public static int sinceFormat(Command command) {
        if (command instanceof SubmitJob submit && submit.job().hasCheckpoints()) {
            return 3;
        }
        boolean saysMore = command instanceof KillJob kill && kill.fence() != null
                || command instanceof ExhaustInput input && !input.skipped().isEmpty()
                || command instanceof CompleteJob job && !job.skipped().isEmpty()
                || command instanceof CompleteTask task && task.skipped() > 0
                || command instanceof GroupLeaveCluster leave && leave.died()
                || command instanceof Gc gc && gc.former() != null;
        return saysMore ? 2 : sinceFormat(command.getClass());
    }

    /** Decodes an object with {@code fn} and {@code args}. */
    public static Command read(Field entry) {
        return FORMS.read(entry);
    }

    /** Writes both fields of a command into an open object. */
    public static void write(Command command, JsonOut out) {
        FORMS.write(command, out, ClusterParameters.FORMAT);
    }
}
