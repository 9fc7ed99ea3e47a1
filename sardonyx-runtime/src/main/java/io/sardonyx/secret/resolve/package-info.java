/** Jobs in which references to secrets are replaced by the secrets, for the task that needs them. */
@NullMarked
package io.sardonyx.secret.resolve;

import org.jspecify.annotations.NullMarked;
