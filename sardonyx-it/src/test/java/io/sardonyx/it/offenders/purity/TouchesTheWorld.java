package io.sardonyx.it.offenders.purity;

import java.io.File;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

abstract class TouchesTheWorld {

    File file;
    Path path;
    FileChannel channel;
    URI uri;
    ProcessHandle process;

    int cores() {
        return Runtime.getRuntime().availableProcessors();
    }
}
