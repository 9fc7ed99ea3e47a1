package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.disk.ForgetfulDisk;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The life of a directory store over a disk that forgets: entries, documents, origins and leases are written by
 * processes that die, and the power goes, at places that a seed gives. What was acknowledged or read must still be so.
 */
final class StoreCrashes {

    private static final int LIVES = 6;
    private static final int ACTIONS = 10;
    private static final String LOG = "log";

    /** What a document may be by now: one of these, absent if the body is empty. */
    private record Known(List<String> bodies) {}

    private final SplittableRandom random;
    private final ForgetfulDisk disk;
    private final Path directory;
    private final List<String> faults = new ArrayList<>();
    private final TreeMap<Long, String> entries = new TreeMap<>();
    private final Map<String, Known> documents = new TreeMap<>();
    private long originAt = -1;
    private long lastVersion;
    private long lastFence;
    private int made;

    /** @param ignored from where forces do nothing; empty if all of them do what they should */
    StoreCrashes(long seed, String ignored) {
        random = new SplittableRandom(seed);
        disk = new ForgetfulDisk(random.nextLong());
        disk.ignoreForces(ignored);
        directory = disk.path("store");
    }

    /** From where anything was forced. */
    Set<String> sites() {
        return disk.sites();
    }

    /** Lives it through; what is wrong, empty if nothing is. */
    List<String> run() {
        for (int life = 0; life < LIVES && faults.isEmpty(); life++) {
            disk.dieAfter(random.nextInt(1 + random.nextInt(80)));
            live();
            if (random.nextBoolean()) {
                disk.losePower();
            } else {
                disk.restart();
            }
            survey();
        }
        return faults;
    }

    private void live() {
        try (FileStore store = FileStore.open(directory)) {
            for (int action = 0; action < ACTIONS; action++) {
                switch (random.nextInt(6)) {
                    case 0 -> write(store.documents(), "a" + random.nextInt(3));
                    case 1 -> delete(store.documents(), "a" + random.nextInt(3));
                    case 2 -> rebase(store);
                    case 3 -> claim(store);
                    default -> append(store);
                }
            }
        } catch (RuntimeException failure) {
            if (!disk.isDead()) {
                faults.add("it failed though nobody died: " + failure);
            }
        }
    }

    private static <T> T answer(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException failure) {
            throw new IllegalStateException(failure.getCause());
        }
    }

    private void append(FileStore store) {
        var some = new ArrayList<byte[]>();
        int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 700 : 3);
        int first = made;
        for (int i = 0; i < count; i++) {
            some.add(("entry " + made++).getBytes(UTF_8));
        }
        long position = answer(store.log(LOG).append(some));
        for (int i = 0; i < count; i++) {
            note(position + i, "entry " + (first + i));
        }
    }

    private void note(long position, String entry) {
        String before = entries.put(position, entry);
        if (before != null && !before.equals(entry)) {
            faults.add("entry " + position + " was " + before + " and is " + entry);
        }
    }

    private void rebase(FileStore store) {
        if (!entries.isEmpty() && entries.lastKey() > originAt) {
            long at = originAt + 1 + random.nextLong(entries.lastKey() - originAt);
            if (answer(store.log(LOG).rebase(new Origin(at, ("origin " + at).getBytes(UTF_8))))) {
                originAt = at;
            }
        }
    }

    private void claim(FileStore store) {
        Optional<Lease> lease = answer(store.leases().claim("lease " + made++, "me"));
        long fence = lease.orElseThrow().fence();
        if (fence <= lastFence) {
            faults.add("fence " + fence + " was given before, the last is " + lastFence);
        }
        lastFence = fence;
    }

    private void write(Documents store, String name) {
        long seen = version(store, name);
        String body = "body " + made++;
        maybe(name, body);
        OptionalLong version = answer(store.write(name, body.getBytes(UTF_8), seen));
        if (version.isEmpty() || version.getAsLong() <= lastVersion) {
            faults.add(name + " got version " + version + ", the last is " + lastVersion);
        }
        lastVersion = version.orElse(lastVersion);
        documents.put(name, new Known(List.of(body)));
    }

    private void delete(Documents store, String name) {
        long seen = version(store, name);
        if (seen != Documents.ABSENT) {
            maybe(name, "");
            answer(store.delete(name, seen));
            documents.put(name, new Known(List.of("")));
        }
    }

    /** From now on it may be so, too: nobody has said yes, but perhaps it is done. */
    private void maybe(String name, String body) {
        var bodies = new ArrayList<>(
                documents.getOrDefault(name, new Known(List.of(""))).bodies());
        bodies.add(body);
        documents.put(name, new Known(bodies));
    }

    private static long version(Documents store, String name) {
        List<Document> found = answer(store.read(List.of(name)));
        return found.isEmpty() ? Documents.ABSENT : found.get(0).version();
    }

    /** Everything that was ever acknowledged or read is still there. */
    private void survey() {
        try (FileStore store = FileStore.open(directory)) {
            documents.forEach((name, known) -> {
                List<Document> found = answer(store.documents().read(List.of(name)));
                String body = found.isEmpty() ? "" : new String(found.get(0).body(), UTF_8);
                if (!known.bodies().contains(body)) {
                    faults.add(name + " is '" + body + "' and should be one of " + known.bodies());
                }
            });
            long origin = answer(store.log(LOG).origin()).map(Origin::position).orElse(-1L);
            if (origin < originAt) {
                faults.add("origin " + originAt + " is lost");
            }
            readLog(store, origin + 1);
        } catch (RuntimeException failure) {
            faults.add("it cannot be read: " + failure);
        }
    }

    private void readLog(FileStore store, long first) {
        long from = first;
        while (true) {
            Slice slice = answer(store.log(LOG).read(from, 500));
            if (slice.trimmed()) {
                faults.add("trimmed at " + from);
                return;
            }
            if (slice.entries().isEmpty()) {
                break;
            }
            for (byte[] entry : slice.entries()) {
                note(from++, new String(entry, UTF_8));
            }
        }
        if (!entries.isEmpty() && entries.lastKey() >= from) {
            faults.add("entries " + from + " to " + entries.lastKey() + " are lost");
        }
    }
}
