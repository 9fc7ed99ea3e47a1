package io.sardonyx.it.processes;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A network of its own on this machine: some hosts, each a network namespace, around a bridge in yet another, to which
 * this process is connected as well. Packets are dropped where they arrive, so that nobody who sends is told.
 */
final class Net implements AutoCloseable {

    private static final String PREFIX = "sdxnet-";
    private static final String SWITCH = PREFIX + "switch";
    private static final String HERE = PREFIX + "here";
    private static final String NETWORK = "10.199.77.";
    private static final int FIRST = 10;
    private static final int OWN = 1;

    private final int hosts;
    private final FileChannel lock;

    /** What each host drops of what comes from which other, in percent. */
    private final Map<Integer, Map<Integer, Integer>> drops = new TreeMap<>();

    private Net(int hosts, FileChannel lock) {
        this.hosts = hosts;
        this.lock = lock;
    }

    /** Why there can be no such network here, if so. Installs what drops packets, if it may. */
    static Optional<String> missing() {
        String probe = PREFIX + "probe" + ProcessHandle.current().pid();
        try {
            said("ip", "netns", "add", probe);
            said("ip", "netns", "del", probe);
        } catch (IOException e) {
            return Optional.of("network namespaces cannot be made here, which takes root: " + e.getMessage());
        }
        try {
            said("nft", "--version");
        } catch (IOException none) {
            try {
                said("apt-get", "install", "-y", "nftables");
            } catch (IOException e) {
                return Optional.of("nft, of the package nftables, is needed to drop packets: " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    /** Only one at a time, since all have the same names; what one left that was killed is cleared away. */
    static Net of(int hosts) throws IOException {
        Path path = Path.of(System.getProperty("java.io.tmpdir"), PREFIX + "lock");
        FileChannel lock = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            lock.close();
            throw new IOException("there is another trial on this machine, which has locked " + path);
        }
        var net = new Net(hosts, lock);
        try {
            clear();
            net.build();
            return net;
        } catch (IOException e) {
            net.close();
            throw e;
        }
    }

    private void build() throws IOException {
        said("ip", "netns", "add", SWITCH);
        said("ip", "-n", SWITCH, "link", "add", "bridge", "type", "bridge");
        said("ip", "-n", SWITCH, "link", "set", "bridge", "up");
        said("ip", "link", "add", HERE, "type", "veth", "peer", "name", "here", "netns", SWITCH);
        said("ip", "address", "add", NETWORK + OWN + "/24", "dev", HERE);
        said("ip", "link", "set", HERE, "up");
        plug("here");
        for (int host = 0; host < hosts; host++) {
            String port = "host" + host;
            said("ip", "netns", "add", name(host));
            said("ip", "-n", name(host), "link", "set", "lo", "up");
            said("ip", "-n", name(host), "link", "add", "eth", "type", "veth", "peer", "name", port, "netns", SWITCH);
            said("ip", "-n", name(host), "address", "add", address(host) + "/24", "dev", "eth");
            said("ip", "-n", name(host), "link", "set", "eth", "up");
            plug(port);
        }
    }

    private static void plug(String port) throws IOException {
        said("ip", "-n", SWITCH, "link", "set", port, "master", "bridge", "up");
    }

    private static String name(int host) {
        return PREFIX + host;
    }

    String address(int host) {
        return NETWORK + (FIRST + host);
    }

    /** The beginning of a command that runs on a host. */
    List<String> on(int host) {
        return List.of("ip", "netns", "exec", name(host));
    }

    /** From now on a host drops as many of a hundred packets that come from another. */
    void drop(int from, int at, int percent) throws IOException {
        Map<Integer, Integer> dropped = drops.computeIfAbsent(at, host -> new TreeMap<>());
        dropped.put(from, percent);
        var rules = new ArrayList<>(List.of(
                "flush ruleset",
                "table ip trial {",
                "chain arriving {",
                "type filter hook input priority 0; policy accept;"));
        dropped.forEach((source, share) -> {
            if (share > 0) {
                String some = share < 100 ? " numgen random mod 100 < " + share : "";
                rules.add("ip saddr " + address(source) + some + " drop");
            }
        });
        rules.addAll(List.of("}", "}", ""));
        var command = new ArrayList<>(on(at));
        command.addAll(List.of("nft", "-f", "-"));
        run(command, String.join("\n", rules));
    }

    /** Ends what still runs in networks of former trials, and removes them; they have names that only they have. */
    private static void clear() throws IOException {
        var names = new TreeSet<String>();
        for (String line : said("ip", "netns", "list").lines().toList()) {
            String name = line.split(" ", 2)[0];
            if (name.startsWith(PREFIX)) {
                names.add(name);
            }
        }
        for (String name : names) {
            for (String pid : said("ip", "netns", "pids", name).lines().toList()) {
                ProcessHandle.of(Long.parseLong(pid.strip())).ifPresent(ProcessHandle::destroyForcibly);
            }
            said("ip", "netns", "del", name);
        }
        if (said("ip", "-brief", "link").contains(HERE)) {
            said("ip", "link", "del", HERE);
        }
    }

    private static String said(String... command) throws IOException {
        return run(List.of(command), "");
    }

    private static String run(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        }
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(String.join(" ", command));
        }
        return said;
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            clear();
        }
    }
}
