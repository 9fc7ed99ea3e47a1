package io.sardonyx.bench;

import io.sardonyx.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A ZooKeeper for development in a process of its own, as {@code sardonyx store serve} runs it. */
public final class ZooKeeperProcess implements AutoCloseable {

    private final Process process;
    private final String address;

    private ZooKeeperProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    public static ZooKeeperProcess start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.sardonyx.cli.Main",
                        "store",
                        "serve",
                        "--port",
                        "0",
                        "--json")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null) {
            process.destroy();
            throw new IOException("ZooKeeper did not start");
        }
        String address =
                Json.read(line.getBytes(StandardCharsets.UTF_8)).at("store").text();
        return new ZooKeeperProcess(process, address);
    }

    /** As the name of its jar says. */
    static String version() {
        var jar = Pattern.compile("/zookeeper-([\\d.]+)\\.jar").matcher(System.getProperty("java.class.path"));
        return jar.find() ? jar.group(1) : "of unknown version";
    }

    /** Of a store that nobody else has. */
    public String address(int number) {
        return address + "-" + number;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
