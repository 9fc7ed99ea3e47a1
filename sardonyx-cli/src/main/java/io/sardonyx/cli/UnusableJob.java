package io.sardonyx.cli;

import io.sardonyx.job.BadJob;

/** A file whose job cannot run; each of its faults has a line of its own. */
final class UnusableJob extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnusableJob(Input file, BadJob job) {
        super(file.shown() + ": " + job.getMessage(), job);
    }
}
