package io.sardonyx.bench.growth;

import io.sardonyx.Cluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Files of one line in one directory, read again and again. */
final class ManyFiles implements Work {

    private final int files;
    private final Path directory;
    private final Cluster cluster = Cluster.local(2);
    private int submitted;

    ManyFiles(int files) throws IOException {
        this.files = files;
        this.directory = Files.createTempDirectory("sardonyx-growth");
        for (int i = 0; i < files; i++) {
            Files.writeString(directory.resolve(i + ".txt"), i + "\n");
        }
    }

    @Override
    public long run(long inputs) throws InterruptedException {
        var count = new LongAdder();
        var sum = new LongAdder();
        Consumer<Object> adding = line -> {
            count.increment();
            sum.add(Long.parseLong((String) line));
        };
        cluster.provide("adding", adding);
        cluster.run(Job.named("files-" + submitted++)
                .task(
                        "read",
                        task -> task.input(Inputs.lines(directory + "/*.txt")).peers(1))
                .task("add", task -> task.output(Outputs.callback("adding")).peers(1))
                .path("read", "add")
                .build());
        if (count.sum() != files || sum.sum() != files * (files - 1L) / 2) {
            throw new IllegalStateException(count + " lines of " + files + " files came out, sum " + sum);
        }
        return files;
    }

    @Override
    public void close() throws IOException {
        cluster.close();
        for (int i = 0; i < files; i++) {
            Files.delete(directory.resolve(i + ".txt"));
        }
        Files.delete(directory);
    }
}
