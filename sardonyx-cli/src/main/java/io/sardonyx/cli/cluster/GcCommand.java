package io.sardonyx.cli.cluster;

import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.ClusterAdmin;
import io.sardonyx.port.Store;
import java.util.OptionalLong;
import picocli.CommandLine.Command;

/** The command {@code gc}: retires finished jobs and trims the log by a new snapshot. */
@Command(
        name = "gc",
        description =
                "Forgets finished jobs but their ids, and trims the log. The cluster does so by itself now and then.",
        footer = "  $ sardonyx gc --store file:/tmp/cluster",
        exitCodeList = {
            "0:done",
            "1:asked for, but the member whose task it is has not stored an origin yet",
            "2:bad input",
            "3:the store does not answer"
        })
public final class GcCommand extends ClusterCommand {

    @Override
    public Integer call() {
        try (Store opened = store.open();
                AdminClient client = store.connect(opened)) {
            OptionalLong origin = new ClusterAdmin(client, opened).gc(store.timeout());
            json.print(
                    out -> {
                        out.flag("done", origin.isPresent());
                        origin.ifPresent(position -> out.number("origin", position));
                    },
                    out -> out.println(
                            origin.isPresent()
                                    ? "a newcomer now begins at the origin of entry " + origin.getAsLong()
                                    : "gc is in the log, but nobody has stored an origin yet; sardonyx doctor tells"
                                            + " whether the member with the lowest id is alive"));
            return origin.isPresent() ? 0 : 1;
        }
    }
}
