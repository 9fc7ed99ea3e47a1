package io.sardonyx.it.processes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program in a JVM of its own. */
final class Program {

    static final String MAIN = "io.sardonyx.cli.Main";

    private Program() {}

    static Member start(Path output, String... arguments) throws IOException {
        return start(output, List.of(), MAIN, List.of(arguments));
    }

    /**
     * Another program of the same class path, if need be.
     *
     * @param within the command that starts it, as in {@code ip netns exec somewhere}
     */
    static Member start(Path output, List<String> within, String main, List<String> arguments) throws IOException {
        var all = new ArrayList<>(List.of(main));
        all.addAll(arguments);
        return start(Path.of(System.getProperty("java.home")), output, within, all);
    }

    /** On another Java than that of this process. */
    static Member startOn(Path javaHome, Path output, List<String> arguments) throws IOException {
        var all = new ArrayList<>(List.of(MAIN));
        all.addAll(arguments);
        return start(javaHome, output, List.of(), all);
    }

    private static Member start(Path javaHome, Path output, List<String> within, List<String> mainAndArguments)
            throws IOException {
        var command = new ArrayList<>(within);
        command.addAll(List.of(
                javaHome.resolve("bin").resolve("java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", // for Aeron
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(mainAndArguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new Member(process, output);
    }
}
