package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong is said in one line with exit code 2, never with a stack trace. */
class BadInputTest {

    @TempDir
    private Path directory;

    private static void assertRefused(String message, String... args) {
        Result result = Cli.run(args);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("sardonyx: ").contains(message).endsWith("\n");
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
    }

    private void assertEverywhereRefused(String message, String file) {
        assertRefused(message, "plan", file);
        assertRefused(message, "plan", "--json", file);
        assertRefused(message, "log", "replay", "--json", file);
        assertRefused(message, "log", "replay", file);
        assertRefused(message, "log", "replay", "--from", file, Cli.example("join.jsonl"));
    }

    @Test
    void aMissingFile() {
        assertEverywhereRefused(
                "nowhere.json: no such file", directory.resolve("nowhere.json").toString());
    }

    @Test
    void aDirectory() {
        assertEverywhereRefused("is a directory", directory.toString());
    }

    @Test
    void anImpossibleName() {
        assertEverywhereRefused("is no name of a file", "a\0b");
    }

    @Test
    void anEmptyFile() {
        String file = Cli.file(directory, "empty", "");
        assertRefused("is empty", "plan", file);
        assertRefused("has no entries", "log", "replay", file);
        assertRefused("has no entries", "log", "replay", Cli.file(directory, "blank", "\n \n"));
        assertRefused("is empty", "log", "replay", "--from", file, Cli.example("join.jsonl"));
    }

    @Test
    void binaryGarbage() throws IOException {
        byte[] garbage = new byte[4096];
        for (int seed = 0; seed < 20; seed++) {
            new Random(seed).nextBytes(garbage);
            Path file = Files.write(directory.resolve("garbage"), garbage);
            assertEverywhereRefused("garbage", file.toString());
        }
    }

    @Test
    void malformedJson() {
        assertEverywhereRefused("line 1", Cli.file(directory, "cut.json", "{'position':1,"));
        assertRefused("line 2", "plan", Cli.file(directory, "cut.json", "{'peers':1,\n"));
    }

    @Test
    void aLineThatIsTooLong() throws IOException {
        Path file = directory.resolve("long");
        try (var out = Files.newOutputStream(file)) {
            byte[] block = "x".repeat(1 << 20).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            for (int i = 0; i < 100; i++) {
                out.write(block);
            }
        }
        assertEverywhereRefused("longer than 64 MiB", file.toString());
    }

    @Test
    void deepNesting() {
        assertEverywhereRefused("nest", Cli.file(directory, "deep", "[".repeat(100_000)));
    }

    @Test
    void positionsThatAreNegativeMissingOrNoNumbers() {
        for (String position : new String[] {"-1", "1.5", "'7'", "null", "99999999999999999999"}) {
            String line = "{'position':" + position + ",'fn':'gc','args':{'id':'a'}}";
            assertRefused("line 1: position: a whole number", "log", "replay", Cli.file(directory, "e", line));
        }
    }

    @Test
    void anUnknownCommand() {
        String line = "{'position':1,'fn':'prepare-join','args':{}}";
        assertRefused("line 1: position 1: there is no command", "log", "replay", Cli.file(directory, "e", line));
    }

    @Test
    void aBrokenChecksumAndANewerFormat() {
        String entry = "{'position':1,'fn':'gc','args':{'id':'a'},";
        assertRefused("the checksum says 5", "log", "replay", Cli.file(directory, "e", entry + "'crc':5}"));
        assertRefused("written in format 9", "log", "replay", Cli.file(directory, "e", entry + "'format':9}"));
    }

    @Test
    void theFirstPositionMustFollowThatOfTheReplica() {
        String from = Cli.file(directory, "r.json", "{'position':4}");
        assertRefused("position 0 does not follow 4", "log", "replay", "--from", from, Cli.example("join.jsonl"));
    }

    @Test
    void anUnknownKeyOfAReplica() {
        String from = Cli.file(directory, "r.json", "{'group':['a']}");
        assertRefused("did you mean groups?", "log", "replay", "--from", from, Cli.example("join.jsonl"));
    }

    @Test
    void standardInputTwice() {
        assertRefused("cannot both", "log", "replay", "--from", "-", "-");
    }

    @Test
    void aCycle() {
        String scenario = "{'peers':1,'jobs':[{'id':'a','workflow':[['t','u'],['u','t']]}]}";
        assertRefused("has a cycle: t -> u -> t", "plan", Cli.file(directory, "s", scenario));
    }
}
