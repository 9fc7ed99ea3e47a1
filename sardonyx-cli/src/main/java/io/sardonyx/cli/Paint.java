package io.sardonyx.cli;

import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.CommandSpec;

/** Colours, where the output is a terminal and nobody asked to go without. */
record Paint(boolean colourful) {

    static Paint of(CommandSpec spec) {
        return new Paint(spec.commandLine().getColorScheme().ansi().enabled());
    }

    String strong(String text) {
        return styled(text, Style.bold);
    }

    String faint(String text) {
        return styled(text, Style.faint);
    }

    String answer(String text) {
        return styled(text, Style.fg_cyan);
    }

    String alarming(String text) {
        return styled(text, Style.fg_yellow);
    }

    private String styled(String text, IStyle style) {
        return colourful ? style.on() + text + Style.reset.on() : text;
    }
}
