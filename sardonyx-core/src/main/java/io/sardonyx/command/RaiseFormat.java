package io.sardonyx.command;

import io.sardonyx.replica.KnownFormats;
import io.sardonyx.replica.Replica;

/**
 * Command: the cluster writes a newer log format from now on.
 *
 * <p>Submitter: the member with the lowest id, once every member has announced that it knows the format. Replica: the
 * cluster's format rises; nothing when it is as high already or some member does not know it. It is written in the new
 * format itself, so no older program reads past it. Duties: a process that does not know the format leaves. Reactions:
 * none.
 */
public record RaiseFormat(int format) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        boolean rises = format > before.cluster().format() && format <= KnownFormats.byAll(before);
        return rises ? before.with(before.cluster().raisedTo(format)) : before;
    }
}
