package io.sardonyx.client.admin;

import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;

/**
 * A command that was appended and read back, with the change it made.
 *
 * @param position of its entry, or the end of the log when it was trimmed before it could be read
 */
public record Applied(long position, Change<Replica> change) {}
