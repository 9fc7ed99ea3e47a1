package io.sardonyx.connect.provider;

import io.sardonyx.connect.provider.CheckpointedFileOutput.PartDisk;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.testkit.contract.OutputContract.Killed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The plugin {@code files}, with a disk on which every change may be the last one; half of a write may be done. */
public final class KillableFiles {

    private KillableFiles() {}

    public static OutputProvider by(Killed.Killer killer) {
        return new PartFiles(directory -> new KillableDisk(directory, killer));
    }

    private static final class KillableDisk extends PartDisk {

        private final Killed.Killer killer;

        KillableDisk(Path directory, Killed.Killer killer) {
            super(directory);
            this.killer = killer;
        }

        @Override
        FileChannel create(String name) throws IOException {
            killer.step();
            return super.create(name);
        }

        @Override
        void write(FileChannel channel, ByteBuffer content, long at) throws IOException {
            if (killer.isNext()) {
                super.write(channel, content.limit(content.limit() / 2), at);
            }
            killer.step();
            super.write(channel, content, at);
        }

        @Override
        void force(FileChannel channel) throws IOException {
            killer.step();
            super.force(channel);
        }

        @Override
        void forceNames() throws IOException {
            killer.step();
            super.forceNames();
        }

        @Override
        void move(String from, String to) throws IOException {
            killer.step();
            super.move(from, to);
        }

        @Override
        void delete(String name) throws IOException {
            killer.step();
            super.delete(name);
        }
    }
}
