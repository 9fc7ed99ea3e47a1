package io.sardonyx.cli.node;

import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.OneLine;
import io.sardonyx.port.Store;
import io.sardonyx.value.JobId;
import io.sardonyx.value.text.Spelling;
import java.time.InstantSource;
import java.util.List;

/** Base of the commands that read and change the documents of nodes; they work while no node runs. */
abstract class NodeStoreCommand extends ClusterCommand {

    private static final int LONGEST_NAME = 300;

    /** Opens the store and closes it afterwards. */
    @Override
    public final Integer call() throws InterruptedException {
        try (Store opened = store.open()) {
            return run(new NodeClient(opened.documents(), store.timeout(), InstantSource.system()));
        }
    }

    /** Does the command's work; the exit code. */
    abstract int run(NodeClient client) throws InterruptedException;

    /**
     * The job of this id, or the only one whose id begins with it.
     *
     * @throws BadInput when there is none, or when there are several
     */
    static IndexedJob job(NodeClient client, JobId word) {
        List<IndexedJob> all = client.index().jobs();
        List<IndexedJob> exact =
                all.stream().filter(job -> job.id().equals(word)).toList();
        List<IndexedJob> found = exact.isEmpty()
                ? all.stream()
                        .filter(job -> job.id().text().startsWith(word.text()))
                        .toList()
                : exact;
        if (found.size() == 1) {
            return found.get(0);
        }
        List<String> ids = all.stream().map(job -> job.id().text()).toList();
        throw new BadInput(
                found.isEmpty()
                        ? "nodes have no job " + word + Spelling.didYouMean(word.text(), ids)
                        : word + " may be any of " + found.size() + " jobs; say more of it");
    }

    /** Foreign text, such as the name of a file, as it may be printed. */
    static String plain(String text) {
        return OneLine.of(text, LONGEST_NAME);
    }
}
