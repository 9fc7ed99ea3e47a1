package io.sardonyx.disk;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/** A path as any other, but of a {@link ForgetfulDisk}. */
record DiskPath(ForgetfulDisk disk, Path path) implements Path {

    private DiskPath of(Path other) {
        return new DiskPath(disk, other);
    }

    private @Nullable DiskPath maybe(@Nullable Path other) {
        return other == null ? null : of(other);
    }

    private static Path inner(Path other) {
        return other instanceof DiskPath ours ? ours.path : other;
    }

    @Override
    public FileSystem getFileSystem() {
        return disk;
    }

    @Override
    public boolean isAbsolute() {
        return path.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
        return maybe(path.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
        return maybe(path.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
        return maybe(path.getParent());
    }

    @Override
    public int getNameCount() {
        return path.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return of(path.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return of(path.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return path.startsWith(inner(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return path.endsWith(inner(other));
    }

    @Override
    public Path normalize() {
        return of(path.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return of(path.resolve(inner(other)));
    }

    @Override
    public Path relativize(Path other) {
        return of(path.relativize(inner(other)));
    }

    @Override
    public URI toUri() {
        return path.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return of(path.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) {
        return toAbsolutePath().normalize();
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
        return path.compareTo(inner(other));
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
