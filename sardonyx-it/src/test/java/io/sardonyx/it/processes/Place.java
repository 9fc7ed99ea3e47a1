package io.sardonyx.it.processes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Where one process follows the other, always with the same arguments. */
final class Place implements AutoCloseable {

    private final String name;
    private final Path outputs;
    private final String[] arguments;
    private final List<Member> members = new ArrayList<>();

    Place(String name, Path outputs, List<String> arguments) {
        this.name = name;
        this.outputs = outputs;
        this.arguments = arguments.toArray(String[]::new);
    }

    void start() throws IOException {
        members.add(Program.start(outputs.resolve(name + "-" + members.size() + ".txt"), arguments));
    }

    /** The last process that was started here. */
    Member member() {
        return members.get(members.size() - 1);
    }

    /** The end of what its processes said, for who has to find out what went wrong. */
    String said() {
        return members.stream()
                .map(member -> member.said()
                        .lines()
                        .skip(Math.max(0, member.said().lines().count() - 5)))
                .map(lines -> lines.map(line -> name + ": " + line).collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n--\n"));
    }

    @Override
    public void close() {
        members.forEach(Member::strike);
    }
}
