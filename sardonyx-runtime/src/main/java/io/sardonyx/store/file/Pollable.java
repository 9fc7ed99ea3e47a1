package io.sardonyx.store.file;

import java.io.IOException;

/** Something that the {@link Poller} looks at. */
interface Pollable {

    /** Whether anybody wants to know. */
    boolean isWatched();

    /** Nudges those who want to know if something changed, and says whether it did. */
    boolean look() throws IOException;
}
