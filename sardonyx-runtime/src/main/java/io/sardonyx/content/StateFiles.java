package io.sardonyx.content;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Names of state files, blobs {@code state/JOB/TASK/NUMBER-FENCE-SLOT}, and deletion of those that nobody needs. */
public final class StateFiles {

    private StateFiles() {}

    /** Name of the file that a peer adds to a checkpoint; the fence makes it that of one writer for ever. */
    public static String name(JobId job, TaskName task, long number, long fence, int slot) {
        return StateBlobs.name(job, task.text(), number + "-" + fence + "-" + slot);
    }

    /**
     * Deletes the files of a job up to its latest checkpoint that no checkpoint needs which is kept; best effort.
     *
     * <p>It is safe from any view, however old: a checkpoint consists of files of the one before and of its own, so
     * what a later one needs of the files up to the latest number here, the latest one here needs, too.
     */
    public static CompletionStage<?> deleteOthers(
            Documents documents, Blobs blobs, JobId job, Checkpoints checkpoints) {
        CompletionStage<Set<String>> needed = CompletableFuture.completedFuture(new HashSet<>());
        for (CompletedCheckpoint kept : checkpoints.all()) {
            needed = needed.thenCombine(Manifest.read(documents, job, kept), (names, manifest) -> {
                manifest.parts().forEach(part -> add(part, names));
                return names;
            });
        }
        return needed.thenCombine(
                        blobs.names(StateBlobs.prefix(job)),
                        (kept, names) -> over(names, kept, checkpoints.latestNumber()))
                .thenCompose(old -> delete(blobs, old));
    }

    private static void add(Manifest.Part part, Set<String> names) {
        StatePart state = part.state();
        if (state != null) {
            state.files().forEach(file -> names.add(file.name()));
        }
    }

    private static List<String> over(List<String> names, Set<String> kept, long latest) {
        return names.stream()
                .filter(name -> !kept.contains(name) && numberIn(name) <= latest)
                .toList();
    }

    private static CompletionStage<?> delete(Blobs blobs, List<String> names) {
        CompletionStage<?> deleted = CompletableFuture.completedFuture(true);
        for (String name : names) {
            deleted = deleted.thenCompose(done -> blobs.delete(name));
        }
        return deleted;
    }

    private static long numberIn(String name) {
        String last = name.substring(name.lastIndexOf('/') + 1);
        int end = last.indexOf('-');
        try {
            return end < 0 ? Long.MAX_VALUE : Long.parseLong(last.substring(0, end));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
