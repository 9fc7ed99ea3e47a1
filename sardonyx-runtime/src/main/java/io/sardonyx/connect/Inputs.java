package io.sardonyx.connect;

import io.sardonyx.connect.provider.CsvFiles;
import io.sardonyx.connect.provider.FileInput;
import io.sardonyx.connect.provider.Generator;
import io.sardonyx.connect.provider.GivenItems;
import io.sardonyx.connect.provider.JsonLineFiles;
import io.sardonyx.connect.provider.LineFiles;
import io.sardonyx.connect.provider.NamedResources;
import io.sardonyx.connect.provider.Provided;
import io.sardonyx.connect.provider.QueueInput;
import io.sardonyx.connect.provider.StandardInput;
import io.sardonyx.connect.provider.TcpLines;
import io.sardonyx.connect.provider.UdpLines;
import io.sardonyx.job.Call;
import io.sardonyx.job.MethodReference;
import java.util.List;

/**
 * Factory of the built-in inputs: each method returns a {@link Call} for the input of a job, for example
 * {@code Inputs.lines("logs/*.log")}.
 */
public final class Inputs {

    private Inputs() {}

    /** The given segments, which are stored in the job: strings, booleans, numbers, and lists and maps of them. */
    public static Call items(Object... segments) {
        return items(List.of(segments));
    }

    /** The given segments, which are stored in the job. */
    public static Call items(List<?> segments) {
        return Call.to(GivenItems.NAME).with(GivenItems.SEGMENTS, segments);
    }

    /** The segments of an {@link Iterable} that the process provides under this name. */
    public static Call provided(String name) {
        return Call.to(Provided.NAME).with(NamedResources.NAME, name);
    }

    /**
     * The result of a public static method, for example {@code Orders::all}: an Iterable, Iterator, stream or array.
     */
    public static Call method(MethodReference.Of0<?> method) {
        return Call.to(method);
    }

    /** The numbers from 0 on as Longs, without end; {@code with("rate", 1000)} limits them to 1000 per second. */
    public static Call numbers() {
        return Call.to(Generator.NAME);
    }

    /**
     * The first {@code count} numbers from 0 on as Longs; {@code with("partitions", 4)} splits them over four peers.
     */
    public static Call numbers(long count) {
        return numbers().with(Generator.COUNT, count);
    }

    /** The lines of all files whose paths match, such as {@code logs/*.log}, as strings; each file is a partition. */
    public static Call lines(String path) {
        return Call.to(LineFiles.NAME).with(FileInput.PATH, path);
    }

    /** The JSON values of all files whose paths match, one per line; objects become maps. */
    public static Call jsonLines(String path) {
        return Call.to(JsonLineFiles.NAME).with(FileInput.PATH, path);
    }

    /** The rows of all CSV files whose paths match, as maps from the column names in the first line to strings. */
    public static Call csv(String path) {
        return Call.to(CsvFiles.NAME).with(FileInput.PATH, path);
    }

    /**
     * The lines of the standard input. It cannot be read again: lines that are not processed when the process dies are
     * lost.
     */
    public static Call stdin() {
        return Call.to(StandardInput.NAME);
    }

    /**
     * What tasks that were submitted to nodes put into the queue of this name in the same process, see
     * {@link io.sardonyx.node.SegmentQueue}. It has no end; every node reads its own.
     */
    public static Call queue(String name) {
        return Call.to(QueueInput.NAME).with(NamedResources.NAME, name);
    }

    /**
     * The lines that arrive over TCP at this port of the loopback address, as strings; {@code with("host", "0.0.0.0")}
     * listens at all addresses. They cannot be read again: what is not processed when the process dies is lost.
     */
    public static Call tcpLines(int port) {
        return Call.to(TcpLines.NAME).with("port", port);
    }

    /**
     * The lines of the datagrams that arrive over UDP at this port of the loopback address, as strings. They cannot be
     * read again.
     */
    public static Call udpLines(int port) {
        return Call.to(UdpLines.NAME).with("port", port);
    }
}
