/** Texts for people: suggestions for misspelt names. */
@NullMarked
package io.sardonyx.value.text;

import org.jspecify.annotations.NullMarked;
