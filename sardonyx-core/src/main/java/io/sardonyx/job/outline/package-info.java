/** What log entries say of a job: its outline, which scheduling needs, and the cause of its end. */
@NullMarked
package io.sardonyx.job.outline;

import org.jspecify.annotations.NullMarked;
