package io.sardonyx.cli;

import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.io.PrintWriter;

/** The demonstration as lines: what happens, and when; sentences, or objects for programs. */
final class DemoLines implements DemoForm {

    private final PrintWriter out;
    private final EntryForm entries;
    private final boolean json;

    DemoLines(PrintWriter out, Paint paint, boolean json) {
        this.out = out;
        this.entries = new EntryForm(out, paint, json);
        this.json = json;
    }

    @Override
    public void happened(Happening happening) {
        if (json) {
            happening.write(out);
        } else {
            out.println(happening.text());
        }
        out.flush();
    }

    @Override
    public void read(Entry<Replica> entry, Change<Replica> change) {
        entries.show(entry, change);
        out.flush();
    }

    @Override
    public void look(State state) {}

    @Override
    public void close() {}
}
