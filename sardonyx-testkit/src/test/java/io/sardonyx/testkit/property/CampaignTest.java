package io.sardonyx.testkit.property;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The same claims, tried a hundred times as often, or as often as {@code -Dsardonyx.runs} says. */
@Tag("campaign")
class CampaignTest {

    private static final int TIMES = 100;

    @Nested
    class Totality extends TotalityTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }

    @Nested
    class Replicas extends ReplicaTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }

    @Nested
    class Silence extends SilenceTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }

    @Nested
    class Settling extends SettlingTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }

    @Nested
    class Origins extends OriginTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }

    @Nested
    class Moves extends MovesTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }

    @Nested
    class Plans extends PlanTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }

    @Nested
    class Shares extends SharesTest {
        @Override
        int runs(int inTheGate) {
            return TIMES * inTheGate;
        }
    }
}
