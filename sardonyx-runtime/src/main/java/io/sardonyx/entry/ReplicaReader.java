package io.sardonyx.entry;

import io.sardonyx.command.SetStateStorage;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.Author;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Dispute;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Trim;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.SortedTable;
import io.sardonyx.value.text.Spelling;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parser of a replica's view; completes it where it is partial. */
final class ReplicaReader {

    /** All known keys, in the order in which they are written. */
    static final List<String> KEYS = List.of(
            ("format position cluster job-scheduler allocation groups pairs prepared accepted aborted left peers"
                            + " orphaned-peers groups-index peer-state peer-sites peer-tags jobs killed-jobs"
                            + " completed-jobs retired-jobs tasks input-tasks output-tasks task-schedulers percentages"
                            + " task-percentages saturation task-saturation min-required-peers flux-policies"
                            + " required-tags allocations task-slot-ids completions sealing-task exhausted-inputs"
                            + " sealed-outputs allocation-version state-logs authors orphans deliveries whole-only"
                            + " job-hashes endings skipped unfit deaths progressed keep-checkpoints checkpoints"
                            + " held-jobs limits trim dispute epoch state-storage")
                    .split(" "));

    /** Keys that are accepted and ignored, as they follow from the others, and an old name of the position. */
    private static final Set<String> TOLERATED = Set.of("version", "groups-reverse-index", "coordinators");

    private final Field root;

    ReplicaReader(Field root) {
        this.root = root;
    }

    ReplicaView view() {
        checkKeys();
        Field format = root.at("format");
        if (!format.isAbsent() && format.whole(1, Long.MAX_VALUE) > EntryCodec.FORMAT) {
            throw format.wrong("this program reads formats up to " + EntryCodec.FORMAT + "; use a newer one");
        }
        ClusterParameters cluster = cluster();
        var jobs = new JobsReader(root, cluster.allocation());
        var ring = new RingReader(root);
        var peers = new PeersReader(root, ring, jobs, cluster.allocation());
        var replica = new Replica(cluster, ring.ring(), peers.peers(), jobs.jobs(), authors(), trim(), dispute());
        return new ReplicaView(replica, position());
    }

    private void checkKeys() {
        for (Field field : root.fields()) {
            if (!KEYS.contains(field.name()) && !TOLERATED.contains(field.name())) {
                List<String> known =
                        Stream.concat(KEYS.stream(), TOLERATED.stream()).toList();
                throw new BadInput(
                        "a replica has no key \"" + field.name() + "\"" + Spelling.didYouMean(field.name(), known));
            }
        }
    }

    private long position() {
        Field position = root.at("position");
        Field version = root.at("version");
        if (!position.isAbsent() && !version.isAbsent() && position.position() != version.position()) {
            throw version.wrong("is another name of position, which says " + position.position());
        }
        Field either = root.atEither("position", "version");
        return either.isAbsent() ? ReplicaView.NO_POSITION : either.position();
    }

    private ClusterParameters cluster() {
        Field id = root.at("cluster");
        return new ClusterParameters(
                id.isAbsent() ? null : id.as(GroupId::of).text(),
                Keywords.read(root.at("allocation"), Allocation.PLANNED),
                Keywords.read(root.at("job-scheduler"), JobScheduler.BALANCED),
                CommandArguments.remembered(root.at("limits")),
                CommandArguments.epoch(root),
                CommandArguments.format(root.at("format")),
                stateUri(root.at("state-storage")));
    }

    private static @Nullable String stateUri(Field field) {
        return field.isAbsent() ? null : field.as(SetStateStorage::new).uri();
    }

    private SortedTable<GroupId, Author> authors() {
        var authors = new TreeMap<GroupId, Author>();
        for (Field author : root.at("authors").fields()) {
            var heard = new Author(
                    author.at("sequence").position(), author.at("position").position());
            authors.put(author.nameAs(GroupId::of), heard);
        }
        return authors.isEmpty() ? SortedTable.empty() : SortedTable.of(authors);
    }

    private @Nullable Dispute dispute() {
        Field dispute = root.at("dispute");
        return dispute.isAbsent()
                ? null
                : new Dispute(
                        dispute.at("id").as(GroupId::of),
                        dispute.at("author").as(GroupId::of),
                        dispute.at("position").position());
    }

    private @Nullable Trim trim() {
        Field trim = root.at("trim");
        return trim.isAbsent()
                ? null
                : new Trim(trim.at("owner").as(GroupId::of), trim.at("position").position());
    }
}
