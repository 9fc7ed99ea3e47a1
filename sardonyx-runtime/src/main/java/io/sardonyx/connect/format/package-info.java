/** Record formats of files: lines, CSV, and the bytes that outputs write. */
@NullMarked
package io.sardonyx.connect.format;

import org.jspecify.annotations.NullMarked;
