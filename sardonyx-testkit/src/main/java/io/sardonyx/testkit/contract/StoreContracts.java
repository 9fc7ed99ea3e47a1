package io.sardonyx.testkit.contract;

import org.junit.jupiter.api.Nested;

/** All contract tests of a store at once, which the test of a store extends. */
public abstract class StoreContracts {

    /** A new, empty store. */
    protected abstract SharedStore fresh();

    @Nested
    class Logs extends LogContract {
        @Override
        protected SharedStore fresh() {
            return StoreContracts.this.fresh();
        }
    }

    @Nested
    class Origins extends OriginContract {
        @Override
        protected SharedStore fresh() {
            return StoreContracts.this.fresh();
        }
    }

    @Nested
    class Docs extends DocumentsContract {
        @Override
        protected SharedStore fresh() {
            return StoreContracts.this.fresh();
        }
    }

    @Nested
    class Held extends LeasesContract {
        @Override
        protected SharedStore fresh() {
            return StoreContracts.this.fresh();
        }
    }

    @Nested
    class Names extends NamesContract {
        @Override
        protected SharedStore fresh() {
            return StoreContracts.this.fresh();
        }
    }
}
