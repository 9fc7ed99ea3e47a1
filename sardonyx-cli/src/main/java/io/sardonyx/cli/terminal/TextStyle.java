package io.sardonyx.cli.terminal;

import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.CommandSpec;

/** Styles of text by ANSI escape sequences, if the output is a terminal and colours are not disabled. */
public record TextStyle(boolean colourful) {

    public static TextStyle of(CommandSpec spec) {
        return new TextStyle(spec.commandLine().getColorScheme().ansi().enabled());
    }

    public String strong(String text) {
        return styled(text, Style.bold);
    }

    public String faint(String text) {
        return styled(text, Style.faint);
    }

    public String answer(String text) {
        return styled(text, Style.fg_cyan);
    }

    public String alarming(String text) {
        return styled(text, Style.fg_yellow);
    }

    private String styled(String text, IStyle style) {
        return colourful ? style.on() + text + Style.reset.on() : text;
    }
}
