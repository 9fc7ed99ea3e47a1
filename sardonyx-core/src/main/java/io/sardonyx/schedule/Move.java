package io.sardonyx.schedule;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.value.PeerId;
import org.jspecify.annotations.Nullable;

/** A peer whose work changes; without an assignment it becomes idle. */
public record Move(PeerId peer, @Nullable Assignment to) {}
