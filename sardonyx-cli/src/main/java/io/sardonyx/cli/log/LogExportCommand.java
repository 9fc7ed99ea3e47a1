package io.sardonyx.cli.log;

import io.sardonyx.cli.option.AtOption;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code log export}: writes the log to a file, atomically, for {@code log replay}. */
@Command(
        name = "export",
        description = {
            "Writes a cluster's log to a file that sardonyx log replay reads on any machine, to the same replicas.",
            "Entries name jobs and tasks and say why a job was killed; parameters of functions are never in them."
        },
        sortOptions = false,
        footer = {
            "  $ sardonyx log export --store file:/tmp/cluster incident.jsonl",
            "  $ sardonyx log replay incident.jsonl"
        },
        exitCodeList = {"0:done", "1:an entry cannot be read", "2:bad input", "3:the store does not answer"})
final class LogExportCommand extends ClusterCommand {

    @Mixin
    private final AtOption at = new AtOption();

    @Parameters(paramLabel = "FILE.jsonl", description = "The file to write; it must not exist.")
    private Path file;

    @Override
    public Integer call() {
        store.founded(at.position());
        Path parent = file.toAbsolutePath().getParent();
        if (Files.exists(file)) {
            throw new BadInput(file + ": exists already; nothing was written");
        }
        try {
            Path unfinished = Files.createTempFile(parent, ".export", ".jsonl");
            try {
                Export export;
                try (BufferedWriter writer = Files.newBufferedWriter(unfinished)) {
                    export = new Export(writer);
                    export.end = store.read(at.position(), export);
                }
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
                say(export);
                return 0;
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new BadInput(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    private void say(Export export) {
        ReplicaView end = export.end;
        long entries = export.entries;
        String hash = ReplicaHash.of(end);
        json.print(
                out -> out.text("file", file)
                        .number("entries", entries)
                        .number("position", end.position())
                        .text("hash", hash),
                out -> {
                    out.println((entries == 1 ? "1 entry" : entries + " entries") + " up to position " + end.position()
                            + " are in " + file);
                    out.println("sha256 " + hash);
                });
    }

    /** Writes JSON Lines: the snapshot (origin), if the log begins at one, then the entries. */
    private static final class Export implements LogScanner.Reader {

        private final Writer writer;
        private long entries;
        private ReplicaView end = ReplicaView.EMPTY;

        Export(Writer writer) {
            this.writer = writer;
        }

        @Override
        public void begins(ReplicaView origin) {
            EntryLine.writeOrigin(origin, writer);
        }

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            EntryLine.write(entry, writer);
            entries++;
        }
    }
}
