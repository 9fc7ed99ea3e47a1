package io.sardonyx.cli.demo;

import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.cli.terminal.Screen;
import io.sardonyx.cli.terminal.Terminal;
import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.json.BadInput;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code demo}: runs the demonstration, as a screen on a terminal, otherwise as lines or JSON. */
@Command(
        name = "demo",
        description = "Runs a job on three groups, kills one of them, starts another one, and checks the result.",
        sortOptions = false,
        footer = {
            "  $ sardonyx demo",
            "",
            "All happens in this process, and nothing is left behind. On a terminal it is a picture, in a pipe lines."
        },
        exitCodeList = {"0:the result is exact", "1:it is not", "2:bad input", "130:interrupted"})
public final class DemoCommand implements Callable<Integer> {

    private static final int SHORTEST = 2;
    private static final int LONGEST = 600;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seconds", paramLabel = "N", description = "How long about it takes (${DEFAULT-VALUE}).")
    private int seconds = 10;

    @Option(names = "--json", description = "Print one event a line as JSON.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        if (seconds < SHORTEST || seconds > LONGEST) {
            throw new BadInput("--seconds is between " + SHORTEST + " and " + LONGEST + ", not " + seconds);
        }
        PrintWriter out = spec.commandLine().getOut();
        TextStyle style = TextStyle.of(spec);
        var lines = new DemoView.Lines(out, style, json);
        DemoView view = json || Terminal.ofOutput().isEmpty() ? lines : new DemoView.Picture(picture(out), style);
        var demo = new Demo(seconds, view);
        Termination.during(demo::play, () -> interrupted(view));
        view.close();
        demo.close();
        return demo.verify(lines) ? 0 : 1;
    }

    private static Screen picture(PrintWriter out) {
        return new Screen(out, Terminal.watched(Terminal::ofOutput), Screen.Kind.LASTING);
    }

    private int interrupted(DemoView view) {
        view.close();
        spec.commandLine().getErr().println("sardonyx: interrupted");
        return ExitCodes.INTERRUPTED;
    }
}
