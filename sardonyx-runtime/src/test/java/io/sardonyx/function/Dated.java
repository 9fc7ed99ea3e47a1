package io.sardonyx.function;

/** Something that an accessor may be of. */
public interface Dated {

    default int day() {
        return 1;
    }
}
