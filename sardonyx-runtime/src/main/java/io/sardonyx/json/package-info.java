/**
 * JSON parsing and writing: bounded and strict when it is read, canonical where checksums and hashes depend on it.
 *
 * <p>The one rule: whatever the input, the result is a value or a {@link io.sardonyx.json.BadInput} that says where,
 * what is wrong and what would be right.
 */
@NullMarked
package io.sardonyx.json;

import org.jspecify.annotations.NullMarked;
