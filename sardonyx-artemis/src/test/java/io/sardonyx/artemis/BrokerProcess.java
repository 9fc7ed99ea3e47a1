package io.sardonyx.artemis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A broker in a process of its own, which can be killed and started again. */
final class BrokerProcess implements AutoCloseable {

    private final Path directory;
    private Process process;
    private String address;

    BrokerProcess(Path directory) throws IOException {
        this.directory = directory;
        start(0);
    }

    /** Serves a directory at a port, and prints the address. */
    public static void main(String[] words) throws Exception {
        var broker = DevelopmentBroker.start(Path.of(words[0]), Integer.parseInt(words[1]));
        System.out.println(broker.address());
        broker.await();
    }

    private void start(int port) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        directory.toString(),
                        Integer.toString(port))
                .redirectErrorStream(true)
                .start();
        var said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = said.readLine();
        while (line != null && !line.startsWith("artemis://")) {
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException("the broker did not start");
        }
        address = line;
    }

    String address() {
        return address;
    }

    /** Kills it with SIGKILL, and starts it again at the same port. */
    void restart() throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        start(ArtemisAddress.parse(address).servers().get(0).port());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
