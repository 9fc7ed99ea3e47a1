/** Where the functions of jobs come from: the class path of the program, or jars. */
@NullMarked
package io.sardonyx.function.source;

import org.jspecify.annotations.NullMarked;
