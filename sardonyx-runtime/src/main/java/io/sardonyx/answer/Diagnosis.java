package io.sardonyx.answer;

import io.sardonyx.client.admin.ClusterHealth;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.json.JsonOut;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.JobReport;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of {@code doctor}: health of a cluster, and what its jobs wait for.
 *
 * @param health invariants, members' leases, and jobs without peers
 * @param reported dead members that were just reported by a repair
 * @param stalled why tasks that have peers do not progress, as members report it, a sentence each
 * @param hindrances of jobs, as the log records them, a sentence each
 * @param brokers of queued jobs, and their queues
 * @param coordinator what is wrong with the coordinator of a coordinated cluster, a sentence each
 */
public record Diagnosis(
        ClusterHealth health,
        List<GroupId> reported,
        Map<JobId, List<String>> stalled,
        Map<JobId, List<String>> hindrances,
        BrokerFindings brokers,
        List<String> coordinator) {

    /**
     * Finds what is wrong.
     *
     * @param reports of live jobs; a job without any is not known to be stalled
     * @param nowMillis this machine's clock, against which the age of reports is computed
     */
    public static Diagnosis of(
            ClusterHealth health,
            List<GroupId> reported,
            Map<JobId, List<JobReport>> reports,
            BrokerFindings brokers,
            long nowMillis) {
        var stalled = new LinkedHashMap<JobId, List<String>>();
        reports.forEach((job, of) ->
                add(stalled, job, JobFigures.of(List.of(), of, nowMillis).waits()));
        var hindrances = new LinkedHashMap<JobId, List<String>>();
        health.view().replica().jobs().live().forEach((job, run) -> add(hindrances, job, JobHindrances.of(run)));
        return new Diagnosis(health, reported, stalled, hindrances, brokers.withReports(reports, nowMillis), List.of());
    }

    private static void add(Map<JobId, List<String>> found, JobId job, List<String> sentences) {
        if (!sentences.isEmpty()) {
            found.put(job, sentences);
        }
    }

    /** With what is wrong with the coordinator. */
    public Diagnosis withCoordinator(List<String> findings) {
        return new Diagnosis(health, reported, stalled, hindrances, brokers, List.copyOf(findings));
    }

    /** Whether nothing needs an operator. */
    public boolean isWell() {
        return health.isWell() && stalled.isEmpty() && brokers.faults().isEmpty() && coordinator.isEmpty();
    }

    /** Writes its fields into a JSON object that is already open. */
    public void write(JsonOut out) {
        Replica replica = health.view().replica();
        out.text("cluster", String.valueOf(replica.cluster().id()))
                .number("position", health.view().position())
                .text("hash", ReplicaHash.of(health.view()))
                .number("origin", health.origin())
                .number("tail", health.tail())
                .number("members", replica.ring().members().size())
                .number("joining", replica.ring().joining().size())
                .number("peers", replica.peers().present().size())
                .number("live-jobs", replica.jobs().live().size())
                .texts("dead", health.dead())
                .texts("reported", reported)
                .texts("violated", health.violated())
                .begin("waiting");
        health.waiting()
                .forEach(why -> out.text(why.subject().text(), why.finding().sentence()));
        out.end().beginUnlessEmpty("hindrances");
        hindrances.forEach((job, sentences) -> out.texts(job.text(), sentences));
        out.end().begin("stalled");
        stalled.forEach((job, sentences) -> out.texts(job.text(), sentences));
        out.end();
        out.textsUnlessEmpty("coordinator", coordinator);
        brokers.write(out);
    }
}
