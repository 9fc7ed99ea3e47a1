package io.sardonyx.cli.demo;

import io.sardonyx.cli.log.EntryForm;
import io.sardonyx.cli.terminal.Paint;
import io.sardonyx.cli.terminal.Words;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.io.PrintWriter;

/** The demonstration as lines: what happens, and when; sentences, or objects for programs. */
final class DemoLines implements DemoForm {

    private final PrintWriter out;
    private final Paint paint;
    private final boolean json;

    DemoLines(PrintWriter out, Paint paint, boolean json) {
        this.out = out;
        this.paint = paint;
        this.json = json;
    }

    @Override
    public void happened(Happening happening) {
        if (json) {
            happening.write(out);
        } else {
            out.println(Words.shortened(happening.text()));
        }
        out.flush();
    }

    @Override
    public void read(Entry<Replica> entry, Change<Replica> change) {
        if (json) {
            EntryForm.write(entry, change, out);
        } else {
            out.println(line(entry, change, paint));
        }
        out.flush();
    }

    /** An entry for people, who know ids by their beginnings. */
    static String line(Entry<Replica> entry, Change<Replica> change, Paint paint) {
        return Words.shortened(EntryForm.sentence(entry, change, paint));
    }

    @Override
    public void look(State state) {}

    @Override
    public void close() {}
}
