package io.sardonyx.connect;

import io.sardonyx.connect.provider.Callback;
import io.sardonyx.connect.provider.Discard;
import io.sardonyx.connect.provider.NamedResources;
import io.sardonyx.connect.provider.PartFiles;
import io.sardonyx.connect.provider.StandardOutput;
import io.sardonyx.job.Call;
import io.sardonyx.job.MethodReference;

/**
 * Factory of the built-in outputs: each method returns a {@link Call} for the output of a job, for example
 * {@code Outputs.jsonLines("results")}.
 */
public final class Outputs {

    private Outputs() {}

    /** Drops all segments. */
    public static Call discard() {
        return Call.to(Discard.NAME);
    }

    /** A line per segment on the standard output of the process that runs the task. */
    public static Call stdout() {
        return Call.to(StandardOutput.NAME);
    }

    /** A {@link java.util.function.Consumer} that the process provides under this name. */
    public static Call callback(String name) {
        return Call.to(Callback.NAME).with(NamedResources.NAME, name);
    }

    /** A public static method that takes a segment, for example {@code Words::print}. */
    public static <A> Call method(MethodReference.Taking<A> method) {
        return Call.to(method);
    }

    /** Files in this directory, a line per segment: strings as they are, everything else as JSON. */
    public static Call lines(String directory) {
        return files(directory, PartFiles.LINES);
    }

    /** Files in this directory, a JSON value per line. */
    public static Call jsonLines(String directory) {
        return files(directory, PartFiles.JSON_LINES);
    }

    /** CSV files in this directory; maps and records become rows below a header of column names. */
    public static Call csv(String directory) {
        return files(directory, PartFiles.CSV);
    }

    private static Call files(String directory, String format) {
        return Call.to(PartFiles.NAME).with(PartFiles.PATH, directory).with(PartFiles.FORMAT, format);
    }
}
