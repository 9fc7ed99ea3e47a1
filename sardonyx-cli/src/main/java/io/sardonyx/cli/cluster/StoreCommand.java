package io.sardonyx.cli.cluster;

import io.sardonyx.zookeeper.DevelopmentServer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command group {@code store}. */
@Command(name = "store", description = "Provides a store.", subcommands = StoreCommand.Serve.class)
public final class StoreCommand {

    /** The command {@code store serve}: runs an embedded ZooKeeper server for development until a signal. */
    @Command(
            name = "serve",
            description = {
                "Runs a ZooKeeper for development, until it is interrupted or terminated.",
                "It is one server, reached from this machine only, and asks nobody who they are."
            },
            sortOptions = false,
            footer = "  $ sardonyx store serve --dir /tmp/zookeeper",
            exitCodeList = {
                "0:stopped when told to",
                "1:stopped by a fault",
                "2:bad input, the port is taken, or the directory cannot be used"
            })
    static final class Serve extends ServeCommand {

        private static final String TENANCY = "sardonyx";

        Serve() {
            super("store", "ZooKeeper", 2181);
        }

        @Override
        Running start(@Nullable Path data, int at) throws IOException, InterruptedException {
            DevelopmentServer server = DevelopmentServer.start(data, at);
            return new Running(
                    server.address(TENANCY), server.port(), server.directory(), server::await, server::close);
        }

        @Override
        String use(String address) {
            return "sardonyx peers start --store " + address + " --peers 2";
        }
    }
}
