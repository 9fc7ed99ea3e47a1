package io.sardonyx.replay;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.entry.OutlineCodec;
import io.sardonyx.entry.PlacesReader;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Outline;
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
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
}
