/** The commands {@code job} and {@code run}, and the parser of job files in JSON or YAML. */
@NullMarked
package io.sardonyx.cli.job;

import org.jspecify.annotations.NullMarked;
