package io.sardonyx.follow;

import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;

/** For tests that look at the state, or at the log. */
public final class Silent implements Follower.Reader<Replica> {

    @Override
    public void read(Entry<Replica> entry, Change<Replica> change) {
        // As its name says.
    }

    @Override
    public void restarted(Replica state, long position) {
        // As above.
    }
}
