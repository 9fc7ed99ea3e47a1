package io.sardonyx.client.admin;

import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import java.util.List;

/**
 * What a job takes over when it goes on from a checkpoint of another one, found before anything is stopped or
 * submitted.
 *
 * @param states what becomes of each state of either job
 * @param faults why nothing would be submitted; none if it would
 */
public record ResumePlan(List<StateChange> states, List<Fault> faults) {

    /** Nothing is taken over. */
    static final ResumePlan EMPTY = new ResumePlan(List.of(), List.of());

    public ResumePlan {
        states = List.copyOf(states);
        faults = List.copyOf(faults);
    }

    /** What is wrong with a job that says which state it takes over, where it goes on from no other job. */
    public static List<Fault> faultsOfNew(Job job) {
        return job.resume().equals(Job.Resuming.NONE)
                ? List.of()
                : List.of(new Fault(
                        Part.of("resume"),
                        "says which state is taken over, but the job goes on from no other one",
                        "say which with --resume JOB or Client.resume, or leave it out"));
    }

    /** The job, which goes on from no other one and does not say so. */
    static Job unresumed(Job job) {
        new ResumePlan(List.of(), faultsOfNew(job)).check(job);
        return job;
    }

    /** A sentence for each state that only the peers can check. */
    public List<String> unchecked() {
        return states.stream()
                .filter(state -> state.kind() == StateChange.Kind.UNCHECKED)
                .map(StateChange::sentence)
                .toList();
    }

    /**
     * Refuses the job if there are faults.
     *
     * @throws BadJob that names all of them
     */
    public void check(Job job) {
        if (!faults.isEmpty()) {
            throw new BadJob(job, faults);
        }
    }
}
