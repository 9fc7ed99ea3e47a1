package io.sardonyx.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What can be done with the paths of a {@link ForgetfulDisk}: as much as the engine does. */
final class DiskProvider extends FileSystemProvider {

    private final ForgetfulDisk disk;

    DiskProvider(ForgetfulDisk disk) {
        this.disk = disk;
    }

    private @Nullable DiskNode find(@Nullable Path path) throws IOException {
        disk.look();
        DiskNode node = disk.root();
        for (Path name : ((DiskPath) path).path()) {
            node = node instanceof DiskNode.Directory directory ? directory.get(name.toString()) : null;
        }
        return node;
    }

    private DiskNode get(@Nullable Path path) throws IOException {
        DiskNode node = find(path);
        if (node == null) {
            throw new NoSuchFileException(String.valueOf(path));
        }
        return node;
    }

    private DiskNode.Directory parent(Path path) throws IOException {
        if (get(path.getParent()) instanceof DiskNode.Directory directory) {
            return directory;
        }
        throw new NotDirectoryException(String.valueOf(path.getParent()));
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        synchronized (disk) {
            DiskNode node = find(path);
            if (node != null && options.contains(StandardOpenOption.CREATE_NEW)) {
                throw new FileAlreadyExistsException(path.toString());
            }
            if (node == null
                    && (options.contains(StandardOpenOption.CREATE)
                            || options.contains(StandardOpenOption.CREATE_NEW))) {
                disk.change();
                node = disk.made(new DiskNode.File());
                parent(path).add(name(path), node);
            }
            DiskNode opened = node == null ? get(path) : node;
            if (options.contains(StandardOpenOption.TRUNCATE_EXISTING) && opened instanceof DiskNode.File file) {
                disk.change();
                file.cut(0);
            }
            return new DiskChannel(disk, opened);
        }
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        var found = new ArrayList<Path>();
        List<String> names;
        synchronized (disk) {
            names = ((DiskNode.Directory) get(path)).list();
        }
        for (String name : names) {
            if (filter.accept(path.resolve(name))) {
                found.add(path.resolve(name));
            }
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return found.iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        synchronized (disk) {
            if (find(path) != null) {
                throw new FileAlreadyExistsException(path.toString());
            }
            disk.change();
            parent(path).add(name(path), disk.made(new DiskNode.Directory()));
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        synchronized (disk) {
            get(path);
            disk.change();
            parent(path).remove(name(path));
        }
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        synchronized (disk) {
            get(from);
            disk.change();
            if (!String.valueOf(from.getParent()).equals(String.valueOf(to.getParent()))) {
                throw new UnsupportedOperationException("between directories");
            }
            parent(from).rename(name(from), name(to));
        }
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        synchronized (disk) {
            get(path);
        }
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        synchronized (disk) {
            return type.cast(new DiskAttributes(get(path)));
        }
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
        return one.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public String getScheme() {
        return "forgetful";
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return disk;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }
}
