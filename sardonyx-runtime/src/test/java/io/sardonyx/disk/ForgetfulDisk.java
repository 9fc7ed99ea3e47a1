package io.sardonyx.disk;

import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Files in memory. What was not forced may be lost when the power goes; what a process has written outlives it. */
public final class ForgetfulDisk extends FileSystem {

    /** What every operation throws once the process is dead. */
    public static final class Died extends IOException {

        private static final long serialVersionUID = 1;

        Died() {
            super("the process is dead");
        }
    }

    private final SplittableRandom random;
    private final DiskProvider provider = new DiskProvider(this);
    private final List<DiskNode> nodes = new ArrayList<>();
    private final DiskNode.Directory root = new DiskNode.Directory();
    private final Set<String> sites = new TreeSet<>();
    private String ignored = "";
    private long operationsLeft = Long.MAX_VALUE;
    private long room = Long.MAX_VALUE;
    private int forcesLeft = Integer.MAX_VALUE;
    private int life;

    public ForgetfulDisk(long seed) {
        random = new SplittableRandom(seed);
        nodes.add(root);
    }

    /** A path from the root. */
    public Path path(String path) {
        return new DiskPath(this, Path.of("/").resolve(path));
    }

    /** The process dies within its next so many changes. */
    public synchronized void dieAfter(long operations) {
        operationsLeft = operations;
    }

    public synchronized boolean isDead() {
        return operationsLeft < 0;
    }

    /** How many bytes it takes before it is full. */
    public synchronized void room(long bytes) {
        room = bytes;
    }

    /** After so many all forces fail: as on disks that only then find that they are full. */
    public synchronized void failForcesAfter(int count) {
        forcesLeft = count;
    }

    /** Forces called from there do nothing; as {@link #sites} names them. */
    public void ignoreForces(String site) {
        ignored = site;
    }

    /** From where files and names were forced so far. */
    public synchronized Set<String> sites() {
        return new TreeSet<>(sites);
    }

    /** All processes are gone, and a new one may begin. */
    public synchronized void restart() {
        life++;
        operationsLeft = Long.MAX_VALUE;
    }

    /** All processes are gone, and of what was not forced nobody knows what is left. */
    public synchronized void losePower() {
        restart();
        for (DiskNode node : nodes) {
            node.losePower(random);
        }
    }

    DiskNode.Directory root() {
        return root;
    }

    <N extends DiskNode> N made(N node) {
        nodes.add(node);
        return node;
    }

    int life() {
        return life;
    }

    /** Something is changed, unless the process dies of it. */
    void change() throws Died {
        operationsLeft--;
        look();
    }

    /** What is written of these bytes: the first sectors of them, should the process die right now. */
    byte[] lastWords(byte[] bytes, long at) {
        if (operationsLeft > 0) {
            return bytes;
        }
        long end = (at + random.nextInt(bytes.length + 1)) / DiskNode.SECTOR * DiskNode.SECTOR;
        return Arrays.copyOf(bytes, (int) Math.max(0, end - at));
    }

    void look() throws Died {
        if (operationsLeft < 0) {
            throw new Died();
        }
    }

    /** How many of so many bytes there is room for. */
    int take(int bytes) throws IOException {
        int taken = (int) Math.min(bytes, room);
        if (bytes > 0 && taken == 0) {
            throw new IOException("No space left on device");
        }
        room -= taken;
        return taken;
    }

    void force(DiskNode node, String kind) throws IOException {
        if (forcesLeft-- <= 0) {
            throw new IOException("No space left on device");
        }
        String site = kind + " "
                + StackWalker.getInstance()
                        .walk(frames -> frames.map(ForgetfulDisk::caller)
                                .filter(name ->
                                        name.startsWith("io.sardonyx.") && !name.startsWith("io.sardonyx.disk."))
                                .map(name -> name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1))
                                .dropWhile(name -> name.equals("Disk.force") || name.equals("Disk.forceNames"))
                                .limit(2)
                                .collect(Collectors.joining(" of ")));
        /* Whoever opens a store asks for several directories in one. */
        String known = site.contains("Disk.directory") ? kind + " Disk.directory" : site;
        sites.add(known);
        if (!known.equals(ignored)) {
            node.force();
        }
    }

    private static String caller(StackFrame frame) {
        String method = frame.getMethodName();
        String named = method.startsWith("lambda$") ? method.split("\\$", -1)[1] : method;
        return frame.getClassName() + "." + named;
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(path(""));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        return new DiskPath(this, Path.of(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(pattern);
        return path -> matcher.matches(((DiskPath) path).path());
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
