package io.sardonyx.client;

import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;

/**
 * An entry that was read back.
 *
 * @param position where it stands, or the end of the log when it was trimmed before it could be read
 */
public record Applied(long position, Change<Replica> change) {}
