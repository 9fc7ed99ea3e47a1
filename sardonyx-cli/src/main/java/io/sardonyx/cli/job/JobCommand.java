package io.sardonyx.cli.job;

import io.sardonyx.cli.cluster.WhyCommand;
import picocli.CommandLine.Command;

/** The command group {@code job}. */
@Command(
        name = "job",
        description = "Submits jobs to a running cluster, shows and stops them.",
        subcommands = {
            JobInitCommand.class,
            JobSubmitCommand.class,
            JobListCommand.class,
            JobShowCommand.class,
            JobKillCommand.class,
            JobStopCommand.class,
            JobResumeCommand.class,
            JobReplaceCommand.class,
            JobForgetCommand.class,
            JobResetCommand.class,
            JobCheckpointsCommand.class,
            JobKeepCommand.class,
            JobDropCommand.class,
            JobStateCommand.class,
            JobPlanCommand.class,
            JobSchemaCommand.class,
            WhyCommand.class
        })
public final class JobCommand {}
