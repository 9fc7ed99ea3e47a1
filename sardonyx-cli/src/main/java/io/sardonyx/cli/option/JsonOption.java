package io.sardonyx.cli.option;

import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --json}: output as JSON or as text. */
public final class JsonOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", description = "Print JSON, one object a line.")
    private boolean json;

    /** Whether output is JSON. */
    public boolean isGiven() {
        return json;
    }

    /** Prints as JSON object or as text, with ids abbreviated in text unless {@code --long} is given. */
    public void print(LongOption length, Consumer<JsonOut> forPrograms, Consumer<PrintWriter> forPeople) {
        print(forPrograms, out -> {
            var text = new StringWriter();
            forPeople.accept(new PrintWriter(text));
            out.print(length.ids(text.toString()));
        });
    }

    /** Prints as JSON object or as text. */
    public void print(Consumer<JsonOut> forPrograms, Consumer<PrintWriter> forPeople) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOut line = Json.onto(out).begin();
            forPrograms.accept(line);
            line.end().newLine();
        } else {
            forPeople.accept(out);
        }
        out.flush();
    }
}
