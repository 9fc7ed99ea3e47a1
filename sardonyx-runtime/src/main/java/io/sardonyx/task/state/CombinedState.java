package io.sardonyx.task.state;

import io.sardonyx.function.KeyedState;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.table.CombiningTable;

/** The state that a function takes where its totals are combined before they are sent. */
public record CombinedState(CombiningTable table, KeyFunction keys) implements KeyedState {

    @Override
    public Object handle(String name) {
        return table.handle(name);
    }

    @Override
    public boolean seek(Object segment) throws Throwable {
        try {
            table.seek(keys.key(segment));
        } catch (Throwable thrown) {
            table.settle();
            throw thrown;
        }
        return true;
    }

    @Override
    public void rollBack() {
        table.rollBack();
    }
}
