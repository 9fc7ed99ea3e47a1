package io.sardonyx.cli.cluster;

import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Base of the commands that run an embedded server for development until a signal. */
abstract class ServeCommand implements Callable<Integer> {

    /**
     * A server that runs.
     *
     * @param end blocks until it has stopped
     */
    record Running(String address, int port, Path directory, End end, Closeable stop) {

        /** Blocks until a server has stopped. */
        interface End {
            void await() throws InterruptedException;
        }
    }

    private static final int MAX_PORT = 65_535;

    private final String kind;
    private final String product;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port on loopback (${DEFAULT-VALUE}); 0 takes any that is free.")
    private int port;

    @Option(
            names = "--dir",
            paramLabel = "DIRECTORY",
            description = "Where the data is kept; without it the data is gone in the end.")
    private @Nullable String directory;

    @Option(names = "--json", description = "Say where it is as one JSON object.")
    private boolean json;

    /** @param kind what it serves, {@code store} or {@code broker} */
    ServeCommand(String kind, String product, int usualPort) {
        this.kind = kind;
        this.product = product;
        this.port = usualPort;
    }

    /** Starts the server; an exception's message names the obstacle in one line. */
    abstract Running start(@Nullable Path data, int at) throws IOException, InterruptedException;

    /** How to start a process with two peers that uses a server. */
    abstract String use(String address);

    @Override
    public Integer call() throws IOException, InterruptedException {
        Running server = start();
        try (Closeable stop = server.stop()) {
            Termination.during(() -> serve(server), () -> stop(stop));
            spec.commandLine().getErr().println("sardonyx: stopped: " + product + " gave up; its disk may be full");
            return 1;
        }
    }

    private Running start() throws InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new BadInput("--port is between 0 and " + MAX_PORT + ", not " + port);
        }
        try {
            return start(directory == null ? null : Path.of(directory), port);
        } catch (InvalidPathException e) {
            throw new BadInput("--dir: is no name of a directory: " + e.getReason(), e);
        } catch (IOException e) {
            throw new BadInput(product + " cannot be served: " + e.getMessage(), e);
        }
    }

    private void serve(Running server) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.onto(out)
                    .begin()
                    .text(kind, server.address())
                    .number("port", server.port())
                    .text("directory", server.directory())
                    .end()
                    .flush();
            out.println();
        } else {
            out.println(product + " for development, its data "
                    + (directory == null ? "gone when it ends" : "in " + server.directory()) + ". The " + kind + " is");
            out.println("  " + server.address());
            out.println("Start a process with two peers, in another terminal:");
            out.println("  " + use(server.address()));
        }
        out.flush();
        server.end().await();
    }

    /** Stops the server after a signal. Data is safe without it, but a temporary directory would be left. */
    private static int stop(Closeable server) {
        try {
            server.close();
            return 0;
        } catch (IOException e) {
            System.err.println("sardonyx: while stopping: " + e.getMessage());
            return 1;
        }
    }
}
