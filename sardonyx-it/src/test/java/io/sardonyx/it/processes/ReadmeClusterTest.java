package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.it.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cluster of the first page, made and looked at as its reader would: one process for each command. */
class ReadmeClusterTest {

    private static final String PROMPT = "$ ./sardonyx ";
    private static final Set<String> ENDLESS = Set.of("top", "log tail");

    @TempDir
    private Path directory;

    private final List<Member> members = new ArrayList<>();

    private String store() {
        return "file:" + directory.resolve("store");
    }

    /** In the directory of the checkout, and with the variable that the page sets. */
    private Member start(String command) throws IOException {
        String script = "cd \"$0\" && SARDONYX_STORE=\"$1\" && export SARDONYX_STORE && shift && exec \"$@\"";
        return Program.start(
                directory.resolve("output-" + command.hashCode() + "-" + members.size() + ".txt"),
                List.of("sh", "-c", script, Checkout.root().toString(), store()),
                Program.MAIN,
                List.of(command.split(" ")));
    }

    private static List<String> commands() throws IOException {
        List<String> lines = Files.readAllLines(Checkout.root().resolve("docs/start.md"));
        return lines.stream()
                .filter(line -> line.startsWith(PROMPT))
                .map(line -> line.substring(PROMPT.length()))
                .toList();
    }

    @Test
    void itsCommandsMakeAClusterAndShowIt() throws Exception {
        assertThat(commands()).hasSizeGreaterThanOrEqualTo(6);
        assertThat(commands().stream().filter(command -> command.startsWith("peers start")))
                .hasSize(3);
        try (var cluster = new Cluster(store(), directory)) {
            for (String command : commands()) {
                if (command.startsWith("peers start")) {
                    members.add(start(command.replace("file:/tmp/cluster", store())));
                } else {
                    cluster.awaitRingOf(3);
                    look(command);
                }
            }
            for (Member member : members) {
                assertThat(member.terminate()).as(member.said()).isZero();
            }
        } finally {
            members.forEach(Member::close);
        }
    }

    private void look(String command) throws Exception {
        try (Member process = start(command)) {
            if (ENDLESS.contains(command)) {
                Waiting.until(
                        command + " to say something", () -> process.said().contains("words"));
                process.terminate();
            } else {
                assertThat(process.exitCode())
                        .as(command + ": " + process.said())
                        .isZero();
                assertThat(process.said()).isNotBlank();
            }
        }
    }
}
