/**
 * Secrets that jobs refer to by name: looked up in this process, given to the task that needs them, and redacted from
 * everything that is logged or stored.
 */
@NullMarked
package io.sardonyx.secret;

import org.jspecify.annotations.NullMarked;
