/** Commands about jobs, and the reading of job files as JSON or YAML. */
@NullMarked
package io.sardonyx.cli.job;

import org.jspecify.annotations.NullMarked;
