package io.sardonyx.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A file or a directory: as it is seen, as it was forced, and the changes in between. */
abstract class DiskNode {

    /** As much as reaches the disk whole or not at all: less than that of any disk, so that more is torn. */
    static final int SECTOR = 64;

    private static final int WAYS = 4;

    /** As it is seen lasts from now on. */
    abstract void force();

    /** The forced state with some of the changes since, and that is what is seen from now on. */
    abstract void losePower(SplittableRandom random);

    /** Those changes that survive: none, all, the first ones, or any. */
    private static <C> List<C> survivors(List<C> changes, SplittableRandom random) {
        int way = random.nextInt(WAYS);
        int first = random.nextInt(changes.size() + 1);
        var left = new ArrayList<C>();
        for (int i = 0; i < changes.size(); i++) {
            boolean survives = way == 1 || way == 2 && i < first || way == 3 && random.nextBoolean();
            if (survives) {
                left.add(changes.get(i));
            }
        }
        return left;
    }

    /** Bytes. */
    static final class File extends DiskNode {

        /** Bytes written at a place, or null when the file was cut there. */
        private static final class Patch {

            private final int at;
            private final byte @Nullable [] bytes;

            Patch(int at, byte @Nullable [] bytes) {
                this.at = at;
                this.bytes = bytes;
            }
        }

        private byte[] forced = {};
        private byte[] content = {};
        private final List<Patch> changes = new ArrayList<>();

        int size() {
            return content.length;
        }

        int read(byte[] into, long at) {
            int count = (int) Math.min(into.length, content.length - at);
            if (count <= 0) {
                return -1;
            }
            System.arraycopy(content, (int) at, into, 0, count);
            return count;
        }

        void write(long at, byte[] bytes) {
            change(new Patch((int) at, bytes));
        }

        void cut(long size) {
            if (size < content.length) {
                change(new Patch((int) size, null));
            }
        }

        private void change(Patch change) {
            changes.add(change);
            content = changed(content, change);
        }

        private static byte[] changed(byte[] before, Patch change) {
            byte[] bytes = change.bytes;
            if (bytes == null) {
                return Arrays.copyOf(before, Math.min(before.length, change.at));
            }
            byte[] after = Arrays.copyOf(before, Math.max(before.length, change.at + bytes.length));
            System.arraycopy(bytes, 0, after, change.at, bytes.length);
            return after;
        }

        @Override
        void force() {
            forced = content;
            changes.clear();
        }

        @Override
        void losePower(SplittableRandom random) {
            byte[] left = forced;
            for (Patch change : survivors(changes, random)) {
                left = torn(left, change, random);
            }
            content = left;
            force();
        }

        /** Of a write any sectors may reach the disk, and others as room that was never filled. */
        private static byte[] torn(byte[] before, Patch change, SplittableRandom random) {
            byte[] bytes = change.bytes;
            if (bytes == null || random.nextBoolean()) {
                return changed(before, change);
            }
            byte[] after = before;
            int at = change.at;
            for (int end = change.at + bytes.length; at < end; ) {
                int next = Math.min(end, (at / SECTOR + 1) * SECTOR);
                boolean survives = random.nextBoolean();
                if (survives || at >= before.length && random.nextBoolean()) {
                    byte[] piece = Arrays.copyOfRange(bytes, at - change.at, next - change.at);
                    after = changed(after, new Patch(at, survives ? piece : new byte[piece.length]));
                }
                at = next;
            }
            return after;
        }
    }

    /** Names. */
    static final class Directory extends DiskNode {

        /** A name that went, a name that came, or both at once when a file got another name. */
        private record Renaming(
                @Nullable String gone,
                @Nullable String come,
                @Nullable DiskNode node) {}

        private TreeMap<String, DiskNode> forced = new TreeMap<>();
        private TreeMap<String, DiskNode> names = new TreeMap<>();
        private final List<Renaming> changes = new ArrayList<>();

        @Nullable
        DiskNode get(String name) {
            return names.get(name);
        }

        List<String> list() {
            return List.copyOf(names.keySet());
        }

        void add(String name, DiskNode node) {
            change(new Renaming(null, name, node));
        }

        void remove(String name) {
            change(new Renaming(name, null, null));
        }

        void rename(String from, String to) {
            change(new Renaming(from, to, names.get(from)));
        }

        private void change(Renaming change) {
            changes.add(change);
            apply(change);
        }

        private void apply(Renaming change) {
            if (change.gone != null) {
                names.remove(change.gone);
            }
            if (change.come != null && change.node != null) {
                names.put(change.come, change.node);
            }
        }

        @Override
        void force() {
            forced = new TreeMap<>(names);
            changes.clear();
        }

        @Override
        void losePower(SplittableRandom random) {
            names = new TreeMap<>(forced);
            survivors(List.copyOf(changes), random).forEach(this::apply);
            force();
        }
    }
}
