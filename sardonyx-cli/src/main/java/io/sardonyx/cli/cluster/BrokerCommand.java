package io.sardonyx.cli.cluster;

import io.sardonyx.artemis.DevelopmentBroker;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command group {@code broker}. */
@Command(name = "broker", description = "Provides a broker.", subcommands = BrokerCommand.Serve.class)
public final class BrokerCommand {

    /** The command {@code broker serve}: runs an embedded Artemis server for development until a signal. */
    @Command(
            name = "serve",
            description = {
                "Runs an ActiveMQ Artemis for development, until it is interrupted or terminated.",
                "It is one server, reached from this machine only by who can read the password in its directory."
            },
            sortOptions = false,
            footer = "  $ sardonyx broker serve --dir /tmp/artemis",
            exitCodeList = {
                "0:stopped when told to",
                "1:stopped by a fault",
                "2:bad input, the port is taken, or the directory cannot be used"
            })
    static final class Serve extends ServeCommand {

        Serve() {
            super("broker", "Artemis", 61616);
        }

        @Override
        Running start(@Nullable Path data, int at) throws IOException {
            DevelopmentBroker server = DevelopmentBroker.start(data, at);
            return new Running(server.address(), server.port(), server.directory(), server::await, server::close);
        }

        @Override
        String use(String address) {
            return "sardonyx peers start --store file:/tmp/cluster --peers 2 --broker '" + address + "'";
        }
    }
}
