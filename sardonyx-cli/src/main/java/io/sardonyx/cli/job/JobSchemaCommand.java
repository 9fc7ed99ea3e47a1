package io.sardonyx.cli.job;

import io.sardonyx.jobfile.JobSchema;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code job schema}: prints the JSON Schema of job files. */
@Command(
        name = "schema",
        description = "Prints the JSON Schema of job files, with which editors complete and check them.",
        footer = {
            "  $ sardonyx job schema > job.schema.json",
            "  $ head -1 words.yaml",
            "  # yaml-language-server: $schema=job.schema.json"
        },
        exitCodeList = {"0:done", "2:bad input"})
final class JobSchemaCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print it on one line.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? JobSchema.line() : JobSchema.text());
        out.flush();
    }
}
