package io.sardonyx.disk;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** What is known of a node. */
record DiskAttributes(DiskNode node) implements BasicFileAttributes {

    @Override
    public FileTime lastModifiedTime() {
        return FileTime.fromMillis(0);
    }

    @Override
    public FileTime lastAccessTime() {
        return FileTime.fromMillis(0);
    }

    @Override
    public FileTime creationTime() {
        return FileTime.fromMillis(0);
    }

    @Override
    public boolean isRegularFile() {
        return node instanceof DiskNode.File;
    }

    @Override
    public boolean isDirectory() {
        return node instanceof DiskNode.Directory;
    }

    @Override
    public boolean isSymbolicLink() {
        return false;
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public long size() {
        return node instanceof DiskNode.File file ? file.size() : 0;
    }

    @Override
    public Object fileKey() {
        return node;
    }
}
