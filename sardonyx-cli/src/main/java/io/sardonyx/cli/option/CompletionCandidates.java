package io.sardonyx.cli.option;

import io.sardonyx.cli.logging.LogLevel;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.json.Keywords;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Completion candidates for options with an enum value, spelled as in the documentation. */
public abstract class CompletionCandidates implements Iterable<String> {

    private final List<String> words;

    private CompletionCandidates(Enum<?>[] values) {
        words = Stream.of(values).map(Keywords::of).toList();
    }

    @Override
    public final Iterator<String> iterator() {
        return words.iterator();
    }

    /** For {@code --log-level}. */
    public static final class Levels extends CompletionCandidates {

        Levels() {
            super(LogLevel.values());
        }
    }

    /** For {@code --allocation}. */
    public static final class Allocations extends CompletionCandidates {

        Allocations() {
            super(Allocation.values());
        }
    }

    /** For {@code --job-scheduler}. */
    public static final class Schedulers extends CompletionCandidates {

        Schedulers() {
            super(JobScheduler.values());
        }
    }

    /** For {@code log --log}. */
    public static final class Logs extends CompletionCandidates {

        Logs() {
            super(LogName.values());
        }
    }

    /** The logs of a cluster. */
    public enum LogName {
        CLUSTER,
        COORDINATOR
    }
}
