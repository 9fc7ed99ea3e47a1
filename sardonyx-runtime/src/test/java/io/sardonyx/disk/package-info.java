/**
 * A disk that forgets, for tests: a file system in memory that keeps apart what was written and what was forced, and at
 * a loss of power drops, tears or reorders the rest.
 *
 * <p>The JDK's own {@link java.nio.file.FileSystem} is the port, so production code runs over it unchanged and cannot
 * pass it by.
 */
@NullMarked
package io.sardonyx.disk;

import org.jspecify.annotations.NullMarked;
