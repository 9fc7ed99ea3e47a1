package io.sardonyx.command;

import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;

/**
 * Command: fixes where all processes of a cluster keep the blobs of jobs' state, if not in the cluster's store.
 *
 * <p>Submitter: a member that is configured with such an address and whose replica has none. Replica: the first one
 * wins, later ones change nothing. Duties: a process that is configured with another address leaves and names both; one
 * that is configured with none uses the cluster's. Reactions: none.
 *
 * @param uri address without credentials, as everybody who reads the log reads it
 */
public record SetStateStorage(String uri) implements Command {

    /** Validates the address here, so that applying the entry never throws. */
    public SetStateStorage {
        ClusterParameters.checkStateUri(uri);
    }

    @Override
    public Replica apply(Replica before, long position) {
        boolean isFirst = before.cluster().isFounded() && before.cluster().stateUri() == null;
        return isFirst ? before.with(before.cluster().withState(uri)) : before;
    }

    @Override
    public boolean isMoot(Replica now) {
        return now.cluster().stateUri() != null;
    }
}
