package io.sardonyx.replay;

import io.sardonyx.command.Command;
import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.SortedTable;
import java.util.List;

/**
 * Effects of one replayed entry.
 *
 * @param reactions commands that each live group has to append because of it
 */
public record ReplayedEntry(
        long position, Command command, Change<Replica> change, SortedTable<GroupId, List<Command>> reactions) {}
