package io.sardonyx.cli.demo;

import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.log.EntryPrinter;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.io.PrintWriter;

/** The view of the demonstration as lines, one per event: text, or JSON objects. */
final class DemoLineView implements DemoView {

    private final PrintWriter out;
    private final TextStyle style;
    private final boolean json;

    DemoLineView(PrintWriter out, TextStyle style, boolean json) {
        this.out = out;
        this.style = style;
        this.json = json;
    }

    @Override
    public void happened(DemoEvent happening) {
        if (json) {
            happening.write(out);
        } else {
            out.println(Phrases.shortened(happening.text()));
        }
        out.flush();
    }

    @Override
    public void read(Entry<Replica> entry, Change<Replica> change) {
        if (json) {
            EntryPrinter.write(entry, change, out);
        } else {
            out.println(line(entry, change, style));
        }
        out.flush();
    }

    /** An entry as text, with abbreviated ids. */
    static String line(Entry<Replica> entry, Change<Replica> change, TextStyle style) {
        return Phrases.shortened(EntryPrinter.sentence(entry, change, style));
    }

    @Override
    public void look(State state) {}

    @Override
    public void close() {}
}
