package io.sardonyx.cli.job;

import io.sardonyx.cli.option.JsonOption;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.json.Keywords;
import io.sardonyx.value.JobId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code job kill}: stops a job for good. */
@Command(
        name = "kill",
        description = "Stops a job for good. Whoever waits for it learns by whom and why.",
        sortOptions = false,
        footer = "  $ sardonyx job kill --store file:/tmp/cluster words --reason typo",
        exitCodeList = {
            "0:it is stopped, or had ended before",
            "2:bad input, or no such job",
            "3:the store does not answer"
        })
final class JobKillCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
    private @Nullable String reason;

    @Option(names = "--by", paramLabel = "NAME", description = "Who wants it; the name of the user by default.")
    private String by = System.getProperty("user.name", "somebody");

    @Parameters(paramLabel = "JOB", description = "The job's id, or the beginning of it.")
    private JobId word;

    @Override
    public Integer call() {
        try (AdminClient client = store.connect()) {
            JobId job = JobShowCommand.statusOf(client.founded(), word).job();
            Receipt receipt = client.kill(job, by, reason);
            json.print(
                    out -> out.text("job", job)
                            .text("verdict", Keywords.of(receipt.verdict()))
                            .number("position", receipt.position()),
                    out -> out.println(
                            receipt.verdict() == Receipt.Verdict.DONE
                                    ? "job " + job + " is killed at entry " + receipt.position()
                                    : "job " + job + " had ended before; nothing changes"));
            return 0;
        }
    }
}
