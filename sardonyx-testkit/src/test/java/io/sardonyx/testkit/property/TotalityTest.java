package io.sardonyx.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.duty.Duties;
import io.sardonyx.log.Change;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.History;
import io.sardonyx.testkit.generate.Property;
import io.sardonyx.value.GroupId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing that can be written in the log makes the core throw or breaks an invariant. */
class TotalityTest extends Claims {

    private static final GroupId STRANGER = GroupId.of("stranger");

    @Test
    void hostileHistoriesThrowNothingAndBreakNoInvariant() {
        check(AnyHistory.hostile(120), runs(3000));
    }

    @Test
    void faithfulHistoriesThrowNothingAndBreakNoInvariant() {
        check(AnyHistory.faithful(250), runs(1000));
    }

    private static void check(Gen<History> histories, int runs) {
        Property.forAll(histories).runs(runs).check(history -> {
            List<Change<Replica>> changes = history.changes();
            for (int i = 0; i < changes.size(); i++) {
                Change<Replica> change = changes.get(i);
                if (change.happened()) {
                    assertThat(Invariants.violated(change.after())).isEmpty();
                }
                for (GroupId group : History.groups(change.after())) {
                    history.entries().get(i).step().reactions(change, group);
                    Duties.of(change.after(), group);
                }
                history.entries().get(i).step().reactions(change, STRANGER);
                Duties.of(change.after(), STRANGER);
            }
        });
    }
}
