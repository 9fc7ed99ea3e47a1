/** Record formats of files: line splitting, CSV and JSON parsers, and encoders for outputs. */
@NullMarked
package io.sardonyx.connect.format;

import org.jspecify.annotations.NullMarked;
