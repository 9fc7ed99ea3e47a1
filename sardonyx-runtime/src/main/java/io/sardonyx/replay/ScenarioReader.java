package io.sardonyx.replay;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.entry.CommandArguments;
import io.sardonyx.entry.JobDraft;
import io.sardonyx.entry.OutlineCodec;
import io.sardonyx.entry.PlacesReader;
import io.sardonyx.entry.TaskDraft;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.jobfile.WorkflowReader;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Peers;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.replica.RingNeighbours;
import io.sardonyx.replica.Run;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Parser of a scenario: jobs by {@link ScenarioJobs}, peers by {@link ScenarioPeers}, and current assignments. */
final class ScenarioReader {

    private static final List<String> KEYS = List.of(
            "jobScheduler",
            "allocation",
            "peers",
            "peerTags",
            "peerSites",
            "groups",
            "jobs",
            "saturation",
            "workflow",
            "allocations",
            "slots");

    private final Field root;
    private final List<String> warnings = new ArrayList<>();
    private final ClusterParameters cluster;
    private final ScenarioPeers peers;
    private final Map<JobId, Outline> jobs;
    private final Map<PeerId, Assignment> assignments = new TreeMap<>();

    ScenarioReader(Field root) {
        this.root = root;
        warnOfUnknown(root, KEYS, warnings);
        Allocation allocation = Keywords.read(root.at("allocation"), Allocation.PLANNED);
        if (allocation == Allocation.COORDINATED) {
            throw root.at("allocation")
                    .wrong("where a Coordinator decides nothing is planned; planned or volunteered is");
        }
        JobScheduler scheduler = Keywords.read(root.at("jobScheduler"), JobScheduler.BALANCED);
        cluster = new ClusterParameters(null, allocation, scheduler, ClusterParameters.REMEMBERED);
        peers = new ScenarioPeers(root, warnings);
        jobs = new ScenarioJobs(root, allocation, warnings).jobs();
    }

    /** Warns of unknown keys, as a misspelt one would silently leave the default in place. */
    static void warnOfUnknown(Field object, List<String> known, List<String> warnings) {
        for (Field field : object.fields()) {
            if (!known.contains(field.name())) {
                String what = "is not known here and is passed over" + Spelling.didYouMean(field.name(), known);
                warnings.add(String.valueOf(field.wrong(what).getMessage()));
            }
        }
    }

    Scenario scenario() {
        checkJobs("allocations");
        checkJobs("slots");
        List<Run> live =
                jobs.values().stream().map(job -> Run.of(job).with(demand(job))).toList();
        List<Peer> present = peers.ids().stream().map(this::peer).toList();
        var replica = new Replica(
                cluster,
                ring(),
                new Peers(OrderedTable.of(present, Peer::id), OrderedTable.empty()),
                new Jobs(
                        OrderedTable.of(live, run -> run.job().id()),
                        OrderedTable.empty(),
                        OrderedTable.empty(),
                        OrderedSet.empty()),
                SortedTable.empty(),
                null,
                null);
        return new Scenario(replica, List.copyOf(warnings));
    }

    private void checkJobs(String key) {
        for (Field field : root.at(key).fields()) {
            if (!jobs.containsKey(field.nameAs(JobId::of))) {
                List<String> known = jobs.keySet().stream().map(JobId::text).toList();
                throw field.wrong("there is no job " + field.name() + Spelling.didYouMean(field.name(), known));
            }
        }
    }

    private Demand demand(Outline job) {
        Field allocations = root.at("allocations").at(job.id().text());
        Field slots = root.at("slots").at(job.id().text());
        for (Field section : List.of(allocations, slots)) {
            for (Field task : section.fields()) {
                if (job.indexOf(task.nameAs(TaskName::of)) < 0) {
                    throw task.wrong("job " + job.id() + " has no task " + task.name()
                            + Spelling.didYouMean(task.name(), OutlineCodec.names(job)));
                }
            }
        }
        Demand demand = Demand.of(job);
        for (int t = 0; t < job.tasks().size(); t++) {
            TaskName task = job.tasks().get(t).name();
            List<Place> places = places(job, task, allocations.at(task.text()), slots.at(task.text()));
            if (!places.isEmpty()) {
                demand = demand.with(t, new Stage(places, Progress.OPEN, null));
            }
        }
        return demand;
    }

    /** Places of a task, without peers that are not part of the scenario. */
    private List<Place> places(Outline job, TaskName task, Field allocated, Field slots) {
        var places = new ArrayList<Place>();
        for (Place place : PlacesReader.read(allocated, slots, peers::site)) {
            if (!peers.has(place.peer())) {
                warnings.add(String.valueOf(allocated
                        .wrong("peer " + place.peer() + " is not among the peers, so it counts as gone")
                        .getMessage()));
                continue;
            }
            places.add(place);
            Assignment assignment = new Assignment(place.peer(), job.id(), task, place.slot());
            Assignment other = assignments.put(place.peer(), assignment);
            if (other != null) {
                throw allocated.wrong(
                        "peer " + place.peer() + " already has a place in " + other.job() + "/" + other.task());
            }
        }
        return List.copyOf(places);
    }

    private Peer peer(PeerId id) {
        Assignment assignment = assignments.get(id);
        boolean active = assignment != null && cluster.allocation() == Allocation.VOLUNTEERED;
        return new Peer(id, peers.group(id), peers.site(id), peers.tags(id), assignment, active);
    }

    private Ring ring() {
        OrderedTable<GroupId, RingNeighbours> members = OrderedTable.empty();
        for (GroupId group : peers.groups()) {
            members = members.with(group, new RingNeighbours(null, null));
        }
        return new Ring(members, SortedTable.empty(), OrderedSet.empty(), OrderedSet.empty());
    }

    /** Parser of a scenario's jobs, which rejects those that no cluster could ever run. */
    private static final class ScenarioJobs {

        private static final List<String> KEYS = List.of(
                "id", "taskScheduler", "percentage", "saturation", "tasks", "workflow", "delivery", "wholeOnly");
        private static final List<String> TASK_KEYS = List.of("name", "min", "max", "percentage", "tags", "flux");

        private final Field root;
        private final Allocation allocation;
        private final List<String> warnings;
        private final Map<JobId, Outline> jobs = new LinkedHashMap<>();

        ScenarioJobs(Field root, Allocation allocation, List<String> warnings) {
            this.root = root;
            this.allocation = allocation;
            this.warnings = warnings;
            List<Field> described = root.at("jobs").items();
            for (Field field : described) {
                Outline job = read(field, described.size() == 1);
                if (jobs.put(job.id(), job) != null) {
                    throw field.wrong("there are two jobs " + job.id());
                }
            }
            WorkflowReader.checkNames(root.at("workflow"), names());
            for (Field field : root.at("saturation").fields()) {
                if (!jobs.containsKey(field.nameAs(JobId::of))) {
                    throw field.wrong("there is no job " + field.name());
                }
            }
        }

        Map<JobId, Outline> jobs() {
            return jobs;
        }

        private List<String> names() {
            return jobs.values().stream()
                    .flatMap(job -> OutlineCodec.names(job).stream())
                    .toList();
        }

        private Outline read(Field field, boolean alone) {
            boolean bare = field.isText();
            var draft = new JobDraft((bare ? field : field.at("id")).as(JobId::of));
            draft.saturation(root.at("saturation").at(draft.id().text()));
            if (!bare) {
                if (!field.at("saturation").isAbsent()) {
                    draft.saturation(field.at("saturation"));
                }
                ScenarioReader.warnOfUnknown(field, KEYS, warnings);
                readProperties(draft, field);
                field.at("tasks").items().forEach(task -> {
                    if (task.isObject()) {
                        ScenarioReader.warnOfUnknown(task, TASK_KEYS, warnings);
                    }
                    readTask(draft, task);
                });
            }
            Field workflow = bare || field.at("workflow").isAbsent() ? root.at("workflow") : field.at("workflow");
            boolean ownWorkflow = !bare && !field.at("workflow").isAbsent();
            completeTasks(draft, field, ownWorkflow || alone ? WorkflowReader.order(workflow) : List.of());
            Outline job = draft.job(field).decidedFor(allocation);
            if (ownWorkflow) {
                WorkflowReader.checkNames(workflow, OutlineCodec.names(job));
            }
            checkCoverable(field, job);
            return job;
        }

        /**
         * Adds tasks to a job that lists none: those of the workflow, else those with allocations, else one of the
         * job's name.
         */
        private void completeTasks(JobDraft draft, Field where, List<TaskName> ordered) {
            if (draft.isEmpty()) {
                ordered.forEach(task -> draft.add(where, task));
            }
            if (draft.isEmpty()) {
                root.at("allocations")
                        .at(draft.id().text())
                        .fields()
                        .forEach(task -> draft.add(task, task.nameAs(TaskName::of)));
            }
            if (draft.isEmpty()) {
                draft.add(where, TaskName.of(draft.id().text()));
            }
        }

        private static void readProperties(JobDraft draft, Field job) {
            draft.scheduler(job.at("taskScheduler"));
            draft.percentageOf(job.at("percentage"));
            draft.delivery(job.at("delivery"));
            draft.wholeOnly(
                    !job.at("wholeOnly").isAbsent() && job.at("wholeOnly").flag());
        }

        /** A task: its name, or an object with the name and properties. */
        private static void readTask(JobDraft draft, Field field) {
            if (field.isText()) {
                draft.add(field, field.as(TaskName::of));
                return;
            }
            TaskDraft task = draft.add(field, field.at("name").as(TaskName::of));
            task.min(field.at("min"));
            task.max(field.at("max"));
            task.percentage(field.at("percentage"));
            task.tags(field.at("tags"));
            task.flux(field.at("flux"));
        }

        private static void checkCoverable(Field where, Outline job) {
            long need = job.tasks().stream()
                    .map(Task::bounds)
                    .mapToLong(bounds -> bounds.min())
                    .sum();
            if (job.wholeOnly() && job.saturation() < need) {
                throw where.wrong("job " + job.id() + " can never be covered: its tasks need " + need
                        + " peers, but its saturation is " + job.saturation());
            }
        }
    }

    /** Parser of a scenario's peers: their number or their ids, with groups, sites and tags. */
    private static final class ScenarioPeers {

        private static final int MAX_COUNT = 100_000;

        private final Field root;
        private final OrderedSet<PeerId> ids;
        private final Map<PeerId, GroupId> groups = new TreeMap<>();

        ScenarioPeers(Field root, List<String> warnings) {
            this.root = root;
            ids = OrderedSet.of(read(root.at("peers")));
            for (Field group : root.at("groups").fields()) {
                for (Field item : group.items()) {
                    PeerId peer = item.as(PeerId::of);
                    warnOfAbsent(item, peer, warnings);
                    GroupId other = groups.put(peer, group.nameAs(GroupId::of));
                    if (other != null) {
                        throw item.wrong("peer " + peer + " belongs to " + other + " already");
                    }
                }
            }
            for (String key : List.of("peerTags", "peerSites")) {
                root.at(key).fields().forEach(field -> warnOfAbsent(field, field.nameAs(PeerId::of), warnings));
            }
        }

        private void warnOfAbsent(Field where, PeerId peer, List<String> warnings) {
            if (!ids.has(peer)) {
                warnings.add(String.valueOf(
                        where.wrong("peer " + peer + " is not among the peers").getMessage()));
            }
        }

        private List<PeerId> read(Field peers) {
            var found = new ArrayList<PeerId>();
            if (peers.isNumber()) {
                long count = peers.whole(0, MAX_COUNT);
                for (long i = 1; i <= count; i++) {
                    found.add(PeerId.of("p" + i));
                }
                return found;
            }
            if (peers.isAbsent() && root.at("groups").isAbsent()) {
                throw peers.wrong("the ids of the peers or their number was expected, but this is missing");
            }
            var seen = new TreeSet<PeerId>();
            for (Field item : peers.items()) {
                PeerId peer = item.as(PeerId::of);
                if (!seen.add(peer)) {
                    throw item.wrong("peer " + peer + " is listed twice");
                }
                found.add(peer);
            }
            if (peers.isAbsent()) {
                root.at("groups").fields().forEach(group -> found.addAll(group.all(PeerId::of)));
            }
            return found;
        }

        OrderedSet<PeerId> ids() {
            return ids;
        }

        boolean has(PeerId peer) {
            return ids.has(peer);
        }

        /** The group of a peer; by default one of the peer's own name. */
        GroupId group(PeerId peer) {
            GroupId group = groups.get(peer);
            return group == null ? GroupId.of(peer.text()) : group;
        }

        OrderedSet<GroupId> groups() {
            return OrderedSet.of(ids.stream().map(this::group).toList());
        }

        @Nullable
        Site site(PeerId peer) {
            return CommandArguments.site(root.at("peerSites").at(peer.text()));
        }

        Tags tags(PeerId peer) {
            return TaskDraft.tagsOf(root.at("peerTags").at(peer.text()));
        }
    }
}
