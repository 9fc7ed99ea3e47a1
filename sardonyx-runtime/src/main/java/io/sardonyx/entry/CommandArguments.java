package io.sardonyx.entry;

import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.AssignBookkeeperLogId;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.DisputeHash;
import io.sardonyx.command.DropCheckpoint;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KeepCheckpoint;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.NoteProgress;
import io.sardonyx.command.RaiseFormat;
import io.sardonyx.command.RewindJob;
import io.sardonyx.command.SealOutput;
import io.sardonyx.command.SealTask;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.json.Field;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the arguments of commands that have more than an id. Arguments added since the first format are written only
 * if the cluster's format has them.
 */
public final class CommandArguments {

    private CommandArguments() {}

    static GroupId group(Field field) {
        return field.as(GroupId::of);
    }

    static PeerId peer(Field args) {
        return args.at("id").as(PeerId::of);
    }

    static JobId job(Field args) {
        return args.atEither("job", "job-id").as(JobId::of);
    }

    static TaskName task(Field args) {
        return args.atEither("task", "task-id").as(TaskName::of);
    }

    static AcceptJoinCluster accept(Field args) {
        GroupId observer = group(args.at("accepted-observer"));
        Field subject = args.at("subject");
        return new AcceptJoinCluster(
                group(args.atEither("accepted-joiner", "observer")),
                observer,
                subject.isAbsent() ? observer : group(subject));
    }

    /** The key {@code observer} is historical: the joiner becomes the observer. */
    static void write(AcceptJoinCluster command, JsonOut out) {
        out.text("observer", command.joiner())
                .text("subject", command.subject())
                .text("accepted-observer", command.observer())
                .text("accepted-joiner", command.joiner());
    }

    static AddVirtualPeer add(Field args) {
        return new AddVirtualPeer(
                peer(args), group(args.at("group-id")), site(args.at("peer-site")), TaskDraft.tagsOf(args.at("tags")));
    }

    /** A site is a string; the address and port of old logs become one, with a colon between. */
    public static @Nullable Site site(Field field) {
        if (field.isAbsent()) {
            return null;
        }
        if (!field.isObject()) {
            return field.as(Site::new);
        }
        Field port = field.at("port");
        String address = field.at("address").numeral();
        return field.made(Site::new, port.isAbsent() ? address : address + ":" + port.numeral());
    }

    static void write(AddVirtualPeer command, JsonOut out) {
        out.text("id", command.id()).text("group-id", command.group());
        Site site = command.site();
        if (site != null) {
            out.text("peer-site", site);
        }
        out.textsUnlessEmpty("tags", command.tags().words());
    }

    static SealTask sealTask(Field args) {
        return new SealTask(peer(args), job(args), task(args));
    }

    static void write(SealTask command, JsonOut out) {
        out.text("id", command.id()).text("job", command.job()).text("task", command.task());
    }

    static CompleteTask completeTask(Field args) {
        Field skipped = args.at("skipped");
        return new CompleteTask(
                peer(args), job(args), task(args), skipped.isAbsent() ? 0 : skipped.whole(0, Long.MAX_VALUE));
    }

    static void write(CompleteTask command, JsonOut out, int format) {
        out.text("id", command.id()).text("job", command.job()).text("task", command.task());
        if (command.skipped() > 0 && format > ClusterParameters.FIRST_FORMAT) {
            out.number("skipped", command.skipped());
        }
    }

    static CompleteJob completeJob(Field args) {
        return new CompleteJob(job(args), counts(args.at("skipped")));
    }

    static void write(CompleteJob command, JsonOut out, int format) {
        out.text("job-id", command.job());
        if (format > ClusterParameters.FIRST_FORMAT) {
            write(command.skipped(), out);
        }
    }

    static ExhaustInput exhaust(Field args) {
        return new ExhaustInput(job(args), task(args), counts(args.at("skipped")));
    }

    static void write(ExhaustInput command, JsonOut out, int format) {
        out.text("job", command.job()).text("task", command.task());
        if (format > ClusterParameters.FIRST_FORMAT) {
            write(command.skipped(), out);
        }
    }

    /** A count by task. */
    static SortedTable<TaskName, Long> counts(Field object) {
        var counts = new TreeMap<TaskName, Long>();
        object.fields().forEach(count -> counts.put(count.nameAs(TaskName::of), count.whole(0, Long.MAX_VALUE)));
        return counts.isEmpty() ? SortedTable.empty() : SortedTable.of(counts);
    }

    static void write(SortedTable<TaskName, Long> skipped, JsonOut out) {
        write("skipped", skipped, out);
    }

    static void write(String key, SortedTable<TaskName, Long> counts, JsonOut out) {
        out.beginUnlessEmpty(key);
        counts.forEach((task, count) -> out.number(task.text(), count));
        out.end();
    }

    static GroupLeaveCluster leave(Field args) {
        Field died = args.at("died");
        return new GroupLeaveCluster(group(args.at("id")), !died.isAbsent() && died.flag());
    }

    static void write(GroupLeaveCluster command, JsonOut out, int format) {
        out.text("id", command.id());
        if (command.died() && format > ClusterParameters.FIRST_FORMAT) {
            out.flag("died", true);
        }
    }

    static Gc gc(Field args) {
        Field hash = args.at("hash");
        return new Gc(
                group(args.at("id")),
                hash.isAbsent() ? null : new Gc.Checksum(args.at("position").position(), hash.text()));
    }

    static void write(Gc command, JsonOut out, int format) {
        out.text("id", command.id());
        Gc.Checksum former = command.former();
        if (former != null && format > ClusterParameters.FIRST_FORMAT) {
            out.number("position", former.position()).text("hash", former.hash());
        }
    }

    static CompleteCheckpoint completeCheckpoint(Field args) {
        Field last = args.at("last");
        return new CompleteCheckpoint(
                job(args),
                args.at("fence").whole(-1, Long.MAX_VALUE),
                args.at("number").whole(1, Long.MAX_VALUE),
                args.at("manifest").text(),
                !last.isAbsent() && last.flag(),
                counts(args.at("skipped")));
    }

    static void write(CompleteCheckpoint command, JsonOut out) {
        out.text("job", command.job())
                .number("fence", command.fence())
                .number("number", command.number())
                .text("manifest", command.manifest());
        if (command.last()) {
            out.flag("last", true);
        }
        write(command.skipped(), out);
    }

    static KeepCheckpoint keepCheckpoint(Field args) {
        Field name = args.at("name");
        return name.made(
                text -> new KeepCheckpoint(job(args), args.at("number").whole(1, Long.MAX_VALUE), text), name.text());
    }

    static void write(KeepCheckpoint command, JsonOut out) {
        out.text("job", command.job()).number("number", command.number()).text("name", command.name());
    }

    static DropCheckpoint dropCheckpoint(Field args) {
        Field name = args.at("name");
        return name.made(text -> new DropCheckpoint(job(args), text), name.text());
    }

    static void write(DropCheckpoint command, JsonOut out) {
        out.text("job", command.job()).text("name", command.name());
    }

    static RewindJob rewind(Field args) {
        return new RewindJob(
                job(args),
                args.at("fence").whole(-1, Long.MAX_VALUE),
                args.at("reason").text());
    }

    static void write(RewindJob command, JsonOut out) {
        out.text("job", command.job()).number("fence", command.fence()).text("reason", command.reason());
    }

    static RaiseFormat raise(Field args) {
        return new RaiseFormat(args.at("format").count(1));
    }

    static DeclareUnfit unfit(Field args) {
        return new DeclareUnfit(
                group(args.at("id")), job(args), args.at("reason").text());
    }

    static void write(DeclareUnfit command, JsonOut out) {
        out.text("id", command.id()).text("job", command.job()).text("reason", command.reason());
    }

    static NoteProgress progress(Field args) {
        return new NoteProgress(peer(args), job(args));
    }

    static void write(NoteProgress command, JsonOut out) {
        out.text("id", command.id()).text("job", command.job());
    }

    static DisputeHash dispute(Field args) {
        return new DisputeHash(
                group(args.at("id")),
                group(args.at("author")),
                args.at("position").position());
    }

    static void write(DisputeHash command, JsonOut out) {
        out.text("id", command.id()).text("author", command.author()).number("position", command.position());
    }

    static SealOutput sealOutput(Field args) {
        return new SealOutput(job(args), task(args));
    }

    static void write(SealOutput command, JsonOut out) {
        out.text("job", command.job()).text("task", command.task());
    }

    static KillJob kill(Field args) {
        Field fence = args.at("fence");
        return new KillJob(job(args), cause(args), fence.isAbsent() ? null : fence.whole(-1, Long.MAX_VALUE));
    }

    static void write(KillJob command, JsonOut out, int format) {
        out.text("job", command.job());
        write(command.cause(), out);
        Long fence = command.fence();
        if (fence != null && format > ClusterParameters.FIRST_FORMAT) {
            out.number("fence", fence);
        }
    }

    static Cause cause(Field args) {
        Field task = args.at("task");
        return new Cause(
                textOrNull(args.at("reason")),
                task.isAbsent() ? null : task.as(TaskName::of),
                textOrNull(args.at("by")));
    }

    static @Nullable String textOrNull(Field field) {
        return field.isAbsent() ? null : field.text();
    }

    static void write(Cause cause, JsonOut out) {
        if (cause.reason() != null) {
            out.text("reason", cause.reason());
        }
        if (cause.task() != null) {
            out.text("task", cause.task());
        }
        if (cause.by() != null) {
            out.text("by", cause.by());
        }
    }

    static AssignBookkeeperLogId assign(Field args) {
        return new AssignBookkeeperLogId(
                job(args),
                task(args),
                args.atEither("slot-id", "slot").count(0),
                args.atEither("ledger-id", "ledger").numeral());
    }

    static void write(AssignBookkeeperLogId command, JsonOut out) {
        out.text("job-id", command.job())
                .text("task-id", command.task())
                .number("slot-id", command.slot())
                .numeral("ledger-id", command.ledger());
    }

    static FoundCluster found(Field args) {
        Field cluster = args.at("cluster");
        return new FoundCluster(
                cluster.as(GroupId::of).text(),
                Keywords.read(args.at("allocation"), Allocation.PLANNED),
                Keywords.read(args.at("job-scheduler"), JobScheduler.BALANCED),
                remembered(args.at("limits")),
                epoch(args),
                format(args.at("format")));
    }

    /** Format of a cluster; those founded before formats were recorded have the first. */
    static int format(Field format) {
        return format.isAbsent() ? ClusterParameters.FIRST_FORMAT : format.count(ClusterParameters.FIRST_FORMAT);
    }

    /** Distinguishes clusters of the same name that were founded at different times; null if not recorded. */
    static @Nullable String epoch(Field object) {
        return textOrNull(object.at("epoch"));
    }

    static SubmitJob submit(Field args) {
        Field ifAt = args.at("if-at");
        Field resumed = args.at("resumes");
        return new SubmitJob(
                OutlineCodec.read(args),
                ifAt.isAbsent() ? null : ifAt.whole(-1, Long.MAX_VALUE),
                resumed.isAbsent()
                        ? null
                        : new SubmitJob.Resumed(
                                job(resumed), resumed.at("number").whole(1, Long.MAX_VALUE)));
    }

    static void write(SubmitJob command, JsonOut out) {
        OutlineCodec.write(command.job(), out);
        Long ifAt = command.ifAt();
        if (ifAt != null) {
            out.number("if-at", ifAt);
        }
        SubmitJob.Resumed resumed = command.resumed();
        if (resumed != null) {
            out.begin("resumes")
                    .text("job", resumed.job())
                    .number("number", resumed.number())
                    .end();
        }
    }

    static int remembered(Field limits) {
        Field remembered = limits.at("remembered");
        return remembered.isAbsent() ? ClusterParameters.REMEMBERED : remembered.count(1);
    }

    static void write(FoundCluster command, JsonOut out) {
        out.text("cluster", command.cluster())
                .text("allocation", Keywords.of(command.allocation()))
                .text("job-scheduler", Keywords.of(command.scheduler()))
                .begin("limits")
                .number("remembered", command.remembered())
                .end();
        String epoch = command.epoch();
        if (epoch != null) {
            out.text("epoch", epoch);
        }
        if (command.format() > ClusterParameters.FIRST_FORMAT) {
            out.number("format", command.format());
        }
    }
}
