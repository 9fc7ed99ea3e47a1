package io.sardonyx.cli.node;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.TaskContext;

/** Somebody's plugin, whose outputs check the fence. */
public final class FencedLedger implements OutputProvider {

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public void check(Parameters parameters) {
        // Takes any.
    }

    @Override
    public boolean checksFence() {
        return true;
    }

    @Override
    public Output open(TaskContext context) {
        throw new UnsupportedOperationException("nothing is written");
    }
}
