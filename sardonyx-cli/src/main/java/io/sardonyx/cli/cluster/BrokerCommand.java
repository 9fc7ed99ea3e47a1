package io.sardonyx.cli.cluster;

import io.sardonyx.artemis.DevelopmentBroker;
import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
    static final class Serve implements Callable<Integer> {

        private static final int MAX_PORT = 65_535;

        @Spec
        private CommandSpec spec;

        @Option(
                names = "--port",
                paramLabel = "N",
                description = "The port on loopback (${DEFAULT-VALUE}); 0 takes any that is free.")
        private int port = 61616;

        @Option(
                names = "--dir",
                paramLabel = "DIRECTORY",
                description = "Where the data is kept; without it the data is gone in the end.")
        private @Nullable String directory;

        @Option(names = "--json", description = "Say where it is as one JSON object.")
        private boolean json;

        @Override
        public Integer call() throws IOException, InterruptedException {
            try (DevelopmentBroker server = start()) {
                Termination.during(() -> serve(server), () -> stop(server));
                spec.commandLine().getErr().println("sardonyx: stopped: Artemis gave up; its disk may be full");
                return 1;
            }
        }

        private void serve(DevelopmentBroker server) throws InterruptedException {
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                printJson(server, out);
            } else {
                print(server, out);
            }
            out.flush();
            server.await();
        }

        private DevelopmentBroker start() {
            if (port < 0 || port > MAX_PORT) {
                throw new BadInput("--port is between 0 and " + MAX_PORT + ", not " + port);
            }
            try {
                return DevelopmentBroker.start(directory == null ? null : Path.of(directory), port);
            } catch (InvalidPathException e) {
                throw new BadInput("--dir: is no name of a directory: " + e.getReason(), e);
            } catch (IOException e) {
                throw new BadInput("Artemis cannot be served: " + e.getMessage(), e);
            }
        }

        /** Stops the server after a signal. Data is safe without it, but a temporary directory would be left. */
        private static int stop(DevelopmentBroker server) {
            try {
                server.close();
                return 0;
            } catch (IOException e) {
                System.err.println("sardonyx: while stopping: " + e.getMessage());
                return 1;
            }
        }

        private void print(DevelopmentBroker server, PrintWriter out) {
            String address = server.address();
            out.println("Artemis for development, its data "
                    + (directory == null ? "gone when it ends" : "in " + server.directory()) + ". The broker is");
            out.println("  " + address);
            out.println("Start a process with two peers, in another terminal:");
            out.println("  sardonyx peers start --store file:/tmp/cluster --peers 2 --broker '" + address + "'");
        }

        private static void printJson(DevelopmentBroker server, PrintWriter out) {
            Json.onto(out)
                    .begin()
                    .text("broker", server.address())
                    .number("port", server.port())
                    .text("directory", server.directory())
                    .end()
                    .flush();
            out.println();
        }
    }
}
