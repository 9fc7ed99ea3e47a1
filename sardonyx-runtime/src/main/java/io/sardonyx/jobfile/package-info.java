/**
 * The job file: a whole job as JSON or YAML, {@code {"id": …, "workflow": […], "catalog": […]}}.
 *
 * <p>{@code JobKeys} is the table of all keys, from which reader, JSON Schema and reference page are made;
 * {@code JobFile} reads and {@code JobJson} writes.
 */
@NullMarked
package io.sardonyx.jobfile;

import org.jspecify.annotations.NullMarked;
