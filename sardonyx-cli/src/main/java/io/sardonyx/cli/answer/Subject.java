package io.sardonyx.cli.answer;

import io.sardonyx.cli.terminal.Phrases;
import io.sardonyx.job.Task;
import io.sardonyx.json.BadInput;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.Id;
import io.sardonyx.value.JobId;
import io.sardonyx.value.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subject of {@code why}: a job, task, peer or group, found by its id or an unambiguous prefix.
 *
 * @param name the whole id; of a task {@code JOB/TASK}
 */
public record Subject(Kind kind, String name) {

    /** The kind of a subject. */
    enum Kind {
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
        List<Subject> all = all(replica);
        List<Subject> exact =
                all.stream().filter(subject -> subject.name.equals(word)).toList();
        if (!exact.isEmpty()) {
            return exact.get(0);
        }
        List<Subject> matching = all.stream()
                .filter(subject ->
                        subject.name.startsWith(word) || subject.kind == Kind.TASK && subject.name.endsWith("/" + word))
                .toList();
        if (matching.size() == 1) {
            return matching.get(0);
        }
        List<String> names = (matching.isEmpty() ? all : matching)
                .stream().map(Subject::name).toList();
        throw new BadInput(
                matching.isEmpty()
                        ? "there is no job, task, peer or group " + word + Spelling.didYouMean(word, names)
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
