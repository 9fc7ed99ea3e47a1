package io.sardonyx.job;

import io.sardonyx.value.JobId;
import java.util.List;
import java.util.stream.Collectors;

/** A job that cannot run, with everything that is wrong with it. */
public final class BadJob extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    public BadJob(JobId job, List<Fault> faults) {
        super(faults.stream()
                .map(fault -> "  " + fault)
                .collect(Collectors.joining("\n", "job " + job + " cannot run:\n", "")));
        this.faults = List.copyOf(faults);
    }

    public List<Fault> faults() {
        return faults;
    }
}
