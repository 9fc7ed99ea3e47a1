package io.sardonyx.replay;

import io.sardonyx.command.Command;
import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.SortedTable;
import java.util.List;

/**
 * What one entry did.
 *
 * @param reactions what each group that is not silent has to append because of it
 */
public record ReplayedEntry(
        long position, Command command, Change<Replica> change, SortedTable<GroupId, List<Command>> reactions) {}
