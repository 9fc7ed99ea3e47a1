package io.sardonyx.task.queue;

import io.sardonyx.content.DocumentName;
import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Election of one message of several that mean the same, such as sentinels of a queue: the id of the first one that is
 * taken is written to a document that is created once, and read back. Confined to the thread of the task's turn.
 */
final class LeaderElection {

    private final JobId job;
    private final Documents documents;
    private final Mailbox mailbox;
    private final Map<String, String> leaders = new HashMap<>();
    private final Set<String> electing = new HashSet<>();

    LeaderElection(JobId job, Documents documents, Mailbox mailbox) {
        this.job = job;
        this.documents = documents;
        this.mailbox = mailbox;
    }

    /** Whether an id is the elected one under a name; null while the election is under way. */
    @Nullable
    Boolean isLeader(String name, String id) {
        String leader = leaders.get(name);
        if (leader != null) {
            return leader.equals(id);
        }
        if (electing.add(name)) {
            elect(name, id);
        }
        return null;
    }

    private void elect(String name, String id) {
        String document = DocumentName.of(DocumentSweeper.SENTINELS, job, name);
        mailbox.await(
                documents
                        .write(document, id.getBytes(StandardCharsets.UTF_8), Documents.ABSENT)
                        .thenCompose(written -> documents.read(List.of(document))),
                found -> {
                    electing.remove(name);
                    if (!found.isEmpty()) {
                        leaders.put(name, new String(found.get(0).body(), StandardCharsets.UTF_8));
                    }
                },
                failure -> electing.remove(name));
    }
}
