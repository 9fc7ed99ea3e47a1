package io.sardonyx.job;

import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A job that cannot run, with everything that is wrong with it.
 *
 * <pre>{@code
 * try {
 *     cluster.run(job);
 * } catch (BadJob e) {
 *     e.faults().forEach(System.err::println);
 * }
 * }</pre>
 *
 * <p>Nothing was submitted then. All faults are found at once, not one after the other.
 */
public final class BadJob extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final transient JobId job;
    private final transient List<Fault> faults;
    private final transient @Nullable Job draft;

    /** A job of which not enough was understood to find more. */
    public BadJob(JobId job, List<Fault> faults) {
        this(job, faults, null);
    }

    /** A job in which a later check may find more faults. */
    public BadJob(Job draft, List<Fault> faults) {
        this(draft.id(), faults, draft);
    }

    private BadJob(JobId job, List<Fault> faults, @Nullable Job draft) {
        super(faults.stream()
                .map(fault -> "  " + fault)
                .collect(Collectors.joining("\n", "job " + job + " cannot run:\n", "")));
        this.job = job;
        this.faults = List.copyOf(faults);
        this.draft = draft;
    }

    public List<Fault> faults() {
        return faults;
    }

    /** The job as far as it was understood; null when that is not far enough to find more faults. */
    public @Nullable Job draft() {
        return draft;
    }

    /** The same with more faults, but for those of parts that are blamed already. */
    public BadJob and(List<Fault> more) {
        return and(more, part -> part);
    }

    /** The same, but nothing is added to a task that is blamed already: it may well be a consequence. */
    public BadJob andOfOthers(List<Fault> more) {
        return and(more, Part::whole);
    }

    private BadJob and(List<Fault> more, UnaryOperator<Part> blame) {
        List<Part> blamed = faults.stream().map(Fault::part).map(blame).toList();
        var all = new ArrayList<>(faults);
        more.stream()
                .filter(fault -> !blamed.contains(blame.apply(fault.part())))
                .forEach(all::add);
        return new BadJob(job, all, draft);
    }
}
