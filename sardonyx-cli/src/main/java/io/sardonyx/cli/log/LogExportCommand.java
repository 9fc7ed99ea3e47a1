package io.sardonyx.cli.log;

import io.sardonyx.cli.option.AtOption;
import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.RosterView;
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
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
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
            "  $ sardonyx log replay incident.jsonl",
            "  $ sardonyx log export --store file:/tmp/cluster --log coordinator events.jsonl",
            "  $ sardonyx log replay --log coordinator events.jsonl"
        },
        exitCodeList = {"0:done", "1:an entry cannot be read", "2:bad input", "3:the store does not answer"})
final class LogExportCommand extends ClusterCommand {

    @Mixin
    private final AtOption at = new AtOption();

    @Mixin
    private final LogOption log = new LogOption();

    @Parameters(paramLabel = "FILE.jsonl", description = "The file to write; it must not exist.")
    private Path file;

    @Override
    public Integer call() {
        if (log.isCoordinators()) {
            store.coordinated();
        } else {
            store.founded(at.position());
        }
        Path parent = file.toAbsolutePath().getParent();
        if (Files.exists(file)) {
            throw new BadInput(file + ": exists already; nothing was written");
        }
        try {
            Path unfinished = Files.createTempFile(parent, ".export", ".jsonl");
            try {
                Exported exported;
                try (BufferedWriter writer = Files.newBufferedWriter(unfinished)) {
                    exported = log.isCoordinators() ? events(writer) : commands(writer);
                }
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
                say(exported);
                return 0;
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new BadInput(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    private Exported commands(Writer writer) {
        var export = new Export<Replica>(
                (origin, position) -> EntryLine.writeOrigin(new ReplicaView(origin, position), writer),
                entry -> EntryLine.write(entry, writer));
        ReplicaView end = store.read(at.position(), export);
        return new Exported(export.entries, end.position(), ReplicaHash.of(end));
    }

    private Exported events(Writer writer) {
        var export = new Export<Roster>(
                (origin, position) -> EntryLine.writeOrigin(new RosterView(origin, position), writer),
                entry -> EntryLine.writeEvent(entry, writer));
        RosterView end = store.readEvents(at.position(), export);
        return new Exported(export.entries, end.position(), ReplicaHash.of(end));
    }

    /** What was written: the number of entries, the position of the last one, and the hash of what they fold to. */
    private record Exported(long entries, long position, String hash) {}

    private void say(Exported exported) {
        long entries = exported.entries;
        json.print(
                out -> out.text("file", file)
                        .number("entries", entries)
                        .number("position", exported.position)
                        .text("hash", exported.hash),
                out -> {
                    out.println((entries == 1 ? "1 entry" : entries + " entries") + " up to position "
                            + exported.position + " are in " + file);
                    out.println("sha256 " + exported.hash);
                });
    }

    /** Writes JSON Lines: the snapshot (origin), if the log begins at one, then the entries. */
    private static final class Export<S> implements LogScanner.Reader<S> {

        private final ObjLongConsumer<S> origin;
        private final Consumer<Entry<S>> entry;
        private long entries;

        Export(ObjLongConsumer<S> origin, Consumer<Entry<S>> entry) {
            this.origin = origin;
            this.entry = entry;
        }

        @Override
        public void begins(S state, long position) {
            origin.accept(state, position);
        }

        @Override
        public void read(Entry<S> read, Change<S> change) {
            entry.accept(read);
            entries++;
        }
    }
}
