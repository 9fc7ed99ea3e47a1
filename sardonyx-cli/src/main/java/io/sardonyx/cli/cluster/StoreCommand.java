package io.sardonyx.cli.cluster;

import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.zookeeper.DevelopmentServer;
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
    static final class Serve implements Callable<Integer> {

        private static final int MAX_PORT = 65_535;
        private static final String TENANCY = "sardonyx";

        @Spec
        private CommandSpec spec;

        @Option(
                names = "--port",
                paramLabel = "N",
                description = "The port on loopback (${DEFAULT-VALUE}); 0 takes any that is free.")
        private int port = 2181;

        @Option(
                names = "--dir",
                paramLabel = "DIRECTORY",
                description = "Where the data is kept; without it the data is gone in the end.")
        private @Nullable String directory;

        @Option(names = "--json", description = "Say where it is as one JSON object.")
        private boolean json;

        @Override
        public Integer call() throws IOException, InterruptedException {
            try (DevelopmentServer server = start()) {
                Termination.during(() -> serve(server), () -> stop(server));
                spec.commandLine().getErr().println("sardonyx: stopped: ZooKeeper gave up; its disk may be full");
                return 1;
            }
        }

        private void serve(DevelopmentServer server) throws InterruptedException {
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                printJson(server, out);
            } else {
                print(server, out);
            }
            out.flush();
            server.await();
        }

        private DevelopmentServer start() throws InterruptedException {
            if (port < 0 || port > MAX_PORT) {
                throw new BadInput("--port is between 0 and " + MAX_PORT + ", not " + port);
            }
            try {
                return DevelopmentServer.start(directory == null ? null : Path.of(directory), port);
            } catch (InvalidPathException e) {
                throw new BadInput("--dir: is no name of a directory: " + e.getReason(), e);
            } catch (IOException e) {
                throw new BadInput("ZooKeeper cannot be served: " + e.getMessage(), e);
            }
        }

        /** Stops the server after a signal. Data is safe without it, but a temporary directory would be left. */
        private static int stop(DevelopmentServer server) {
            try {
                server.close();
                return 0;
            } catch (IOException e) {
                System.err.println("sardonyx: while stopping: " + e.getMessage());
                return 1;
            }
        }

        private void print(DevelopmentServer server, PrintWriter out) {
            String address = server.address(TENANCY);
            out.println("ZooKeeper for development, its data "
                    + (directory == null ? "gone when it ends" : "in " + server.directory()) + ". The store is");
            out.println("  " + address);
            out.println("Start a process with two peers, in another terminal:");
            out.println("  sardonyx peers start --store " + address + " --peers 2");
        }

        private static void printJson(DevelopmentServer server, PrintWriter out) {
            Json.onto(out)
                    .begin()
                    .text("store", server.address(TENANCY))
                    .number("port", server.port())
                    .text("directory", server.directory())
                    .end()
                    .flush();
            out.println();
        }
    }
}
