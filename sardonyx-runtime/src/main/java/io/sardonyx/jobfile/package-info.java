/**
 * The job file: a whole job as JSON or YAML, {@code {"id": …, "workflow": […], "catalog": […]}}.
 *
 * <p>{@code JobKeys} and {@code FlowKeys} are the tables of all keys: each row says how a key is called, what it holds
 * and means, where its value is in a job and what it is read into. Parser and writer ({@code JobFile}), JSON Schema and
 * reference page ({@code JobSchema}) are made of them.
 */
@NullMarked
package io.sardonyx.jobfile;

import org.jspecify.annotations.NullMarked;
