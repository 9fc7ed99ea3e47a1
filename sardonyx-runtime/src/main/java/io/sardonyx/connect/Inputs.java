package io.sardonyx.connect;

import io.sardonyx.job.Call;
import io.sardonyx.job.MethodReference;
import java.util.List;

/** Where a job's segments come from; each method gives what the input of a job is built with. */
public final class Inputs {

    private Inputs() {}

    /** These segments, which stand in the job: texts, truths, numbers, lists and maps of them. */
    public static Call items(Object... segments) {
        return items(List.of(segments));
    }

    /** These segments, which stand in the job. */
    public static Call items(List<?> segments) {
        return Call.to(Items.NAME).with(Items.SEGMENTS, segments);
    }

    /** The segments of an {@link Iterable} that the process provides under this name. */
    public static Call provided(String name) {
        return Call.to(Provided.NAME).with(NamedResources.NAME, name);
    }

    /** What a public static method gives, for example {@code Orders::all}: an Iterable, Iterator, stream or array. */
    public static Call method(MethodReference.Of0<?> method) {
        return Call.to(method);
    }

    /** The numbers from 0 on as Longs, without end; more is said by {@code with("rate", 1000)}. */
    public static Call numbers() {
        return Call.to(Generator.NAME);
    }

    /** The numbers from 0 on as Longs, that many; {@code with("partitions", 4)} deals them out to four peers. */
    public static Call numbers(long count) {
        return numbers().with(Generator.COUNT, count);
    }

    /** The lines of all files whose paths match, such as {@code logs/*.log}, as texts; each file is a partition. */
    public static Call lines(String path) {
        return Call.to(LineFiles.NAME).with(FileInput.PATH, path);
    }

    /** The JSON values of all files whose paths match, one in each line; objects come as maps. */
    public static Call jsonLines(String path) {
        return Call.to(JsonLineFiles.NAME).with(FileInput.PATH, path);
    }

    /** The rows of all CSV files whose paths match, as maps from the names in the first line to texts. */
    public static Call csv(String path) {
        return Call.to(CsvFiles.NAME).with(FileInput.PATH, path);
    }

    /** The lines of the standard input; what was read and not done is lost when the process dies. */
    public static Call stdin() {
        return Call.to(StandardInput.NAME);
    }
}
