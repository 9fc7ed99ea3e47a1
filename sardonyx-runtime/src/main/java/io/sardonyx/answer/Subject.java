package io.sardonyx.answer;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.admin.ClientViews;
import io.sardonyx.job.Task;
import io.sardonyx.json.BadInput;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.Id;
import io.sardonyx.value.JobId;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A subject of {@code why}: a job, task, peer or group, found by its id or an unambiguous prefix.
 *
 * @param name the whole id; of a task {@code JOB/TASK}
 */
public record Subject(Kind kind, String name) {

    /** The kind of a subject. */
    public enum Kind {
        JOB,
        TASK,
        PEER,
        GROUP
    }

    /** The job of a job or task; null for peers and groups. */
    @Nullable
    public JobId job() {
        return switch (kind) {
            case JOB -> JobId.of(name);
            case TASK -> JobId.of(name.substring(0, name.lastIndexOf('/')));
            case PEER, GROUP -> null;
        };
    }

    /**
     * Finds a subject.
     *
     * @throws BadInput when there is none, with the most similar name, or when there are several
     */
    public static Subject named(String word, Replica replica) {
        return only(
                "job, task, peer or group",
                word,
                all(replica),
                Subject::name,
                subject -> subject.kind == Kind.TASK && subject.name.endsWith("/" + word));
    }

    /**
     * Finds a job.
     *
     * @throws BadInput when there is none, with the most similar id, or when there are several
     */
    public static JobStatus jobNamed(JobId word, Jobs jobs) {
        return ClientViews.status(jobs, word)
                .orElseGet(() -> only(
                        "job",
                        word.text(),
                        ClientViews.all(jobs),
                        status -> status.job().text(),
                        status -> false));
    }

    /** The only one with this name; else the only one whose name begins with it, or that is also meant by it. */
    private static <T> T only(String kind, String word, List<T> all, Function<T, String> name, Predicate<T> alsoMeant) {
        Optional<T> exact =
                all.stream().filter(one -> name.apply(one).equals(word)).findFirst();
        if (exact.isPresent()) {
            return exact.get();
        }
        List<T> matching = all.stream()
                .filter(one -> name.apply(one).startsWith(word) || alsoMeant.test(one))
                .toList();
        if (matching.size() == 1) {
            return matching.get(0);
        }
        List<String> names =
                (matching.isEmpty() ? all : matching).stream().map(name).toList();
        throw new BadInput(
                matching.isEmpty()
                        ? "there is no " + kind + " " + word + Spelling.didYouMean(word, names)
                        : word + " may be any of " + Phrases.some(names, ", ") + "; say more of it");
    }

    private static List<Subject> all(Replica replica) {
        var all = new ArrayList<Subject>();
        var jobs = replica.jobs();
        add(Kind.JOB, jobs.live().keys(), all);
        add(Kind.JOB, jobs.completed().keys(), all);
        add(Kind.JOB, jobs.killed().keys(), all);
        add(Kind.JOB, jobs.retired(), all);
        for (Run run : jobs.live().values()) {
            for (Task task : run.job().tasks()) {
                all.add(new Subject(Kind.TASK, run.job().id() + "/" + task.name()));
            }
        }
        add(Kind.PEER, replica.peers().present().keys(), all);
        add(Kind.PEER, replica.peers().orphans().keys(), all);
        add(Kind.GROUP, replica.ring().members().keys(), all);
        add(Kind.GROUP, replica.ring().joining().keys(), all);
        add(Kind.GROUP, replica.ring().aborted(), all);
        add(Kind.GROUP, replica.ring().left(), all);
        return all;
    }

    private static void add(Kind kind, Iterable<? extends Id<?>> ids, List<Subject> all) {
        ids.forEach(id -> all.add(new Subject(kind, id.text())));
    }
}
