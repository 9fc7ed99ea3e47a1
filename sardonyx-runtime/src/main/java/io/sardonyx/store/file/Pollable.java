package io.sardonyx.store.file;

import java.io.IOException;

/** A source of changes by other processes that the {@link Poller} polls. */
interface Pollable {

    /** Whether there are listeners; otherwise polling is skipped. */
    boolean isWatched();

    /** Notifies listeners if something has changed; returns whether it has. */
    boolean look() throws IOException;
}
