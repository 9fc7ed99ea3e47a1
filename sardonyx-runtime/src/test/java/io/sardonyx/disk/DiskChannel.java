package io.sardonyx.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** An opened file or directory of a {@link ForgetfulDisk}, until its process ends. */
final class DiskChannel extends FileChannel {

    private final ForgetfulDisk disk;
    private final DiskNode node;
    private final int life;
    private long position;

    DiskChannel(ForgetfulDisk disk, DiskNode node) {
        this.disk = disk;
        this.node = node;
        this.life = disk.life();
    }

    private DiskNode.File file() throws IOException {
        disk.look();
        if (life != disk.life()) {
            throw new ClosedChannelException();
        }
        return (DiskNode.File) node;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int count = read(into, position);
        position += Math.max(0, count);
        return count;
    }

    @Override
    public int read(ByteBuffer into, long at) throws IOException {
        synchronized (disk) {
            byte[] bytes = new byte[into.remaining()];
            int count = file().read(bytes, at);
            if (count > 0) {
                into.put(bytes, 0, count);
            }
            return count;
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int count = write(from, position);
        position += count;
        return count;
    }

    @Override
    public int write(ByteBuffer from, long at) throws IOException {
        synchronized (disk) {
            byte[] bytes = new byte[disk.take(from.remaining())];
            from.get(bytes);
            file().write(at, disk.lastWords(bytes, at));
            disk.change();
            return bytes.length;
        }
    }

    @Override
    public long size() throws IOException {
        synchronized (disk) {
            return file().size();
        }
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        synchronized (disk) {
            disk.change();
            file().cut(size);
            return this;
        }
    }

    @Override
    public void force(boolean metadata) throws IOException {
        synchronized (disk) {
            disk.change();
            if (life != disk.life()) {
                throw new ClosedChannelException();
            }
            disk.force(node, node instanceof DiskNode.File ? "bytes" : "names");
        }
    }

    @Override
    public long transferTo(long at, long count, WritableByteChannel target) throws IOException {
        ByteBuffer some = ByteBuffer.allocate((int) Math.min(count, 16));
        int read = read(some, at);
        return read < 0 ? 0 : target.write(some.flip());
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public FileChannel position(long newPosition) {
        position = newPosition;
        return this;
    }

    @Override
    public FileLock lock(long at, long size, boolean shared) {
        return tryLock(at, size, shared);
    }

    @Override
    public FileLock tryLock(long at, long size, boolean shared) {
        return new FileLock(this, at, size, shared) {
            @Override
            public boolean isValid() {
                return true;
            }

            @Override
            public void release() {}
        };
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long at, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long at, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void implCloseChannel() {}
}
