/** What is wrong with a job, found before it is submitted, all at once. */
@NullMarked
package io.sardonyx.job.check;

import org.jspecify.annotations.NullMarked;
