/** Where programs that bring their own data begin: {@link io.sardonyx.Cluster}. */
@NullMarked
package io.sardonyx;

import org.jspecify.annotations.NullMarked;
