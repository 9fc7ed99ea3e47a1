package io.sardonyx.schedule;

import static io.sardonyx.schedule.Schedules.tags;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Tags;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TagFlowTest {

    private static final List<Tags> KINDS = List.of(tags(), tags("a"), tags("b"), tags("a", "b"), tags("c"));

    @Test
    void peersWithMoreTagsFillInWhereTheyAreNeeded() {
        var flow = new TagFlow(SortedTable.of(new TreeMap<>(Map.of(tags("a"), 1, tags("a", "b"), 1))), KINDS);
        flow.claim(tags("a"), 1);
        flow.claim(tags("b"), 1);
        assertThat(flow.isSatisfiable()).isTrue();
        flow.claim(tags(), 1);
        assertThat(flow.missing()).isEqualTo(1);
        flow.supply(tags("a"), 1);
        assertThat(flow.isSatisfiable()).isTrue();
    }

    @Test
    void whatIsMissingIsWhatAMatchingOfSinglePeersLacks() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 5000; i++) {
            var supply = new TreeMap<Tags, Integer>();
            var peers = new ArrayList<Tags>();
            var claims = new ArrayList<Tags>();
            KINDS.forEach(kind -> supply.put(kind, 0));
            for (int p = random.nextInt(8); p > 0; p--) {
                Tags kind = KINDS.get(random.nextInt(KINDS.size()));
                supply.merge(kind, 1, Integer::sum);
                peers.add(kind);
            }
            var flow = new TagFlow(SortedTable.of(supply), KINDS);
            for (int c = random.nextInt(8); c > 0; c--) {
                Tags kind = KINDS.get(random.nextInt(KINDS.size()));
                flow.claim(kind, 1);
                claims.add(kind);
            }
            assertThat(flow.missing()).isEqualTo(claims.size() - matched(peers, claims));
        }
    }

    private static int matched(List<Tags> peers, List<Tags> claims) {
        int[] claimOf = new int[peers.size()];
        Arrays.fill(claimOf, -1);
        int matched = 0;
        for (int c = 0; c < claims.size(); c++) {
            matched += augment(c, peers, claims, claimOf, new boolean[peers.size()]) ? 1 : 0;
        }
        return matched;
    }

    private static boolean augment(int claim, List<Tags> peers, List<Tags> claims, int[] claimOf, boolean[] seen) {
        for (int p = 0; p < peers.size(); p++) {
            if (!seen[p] && peers.get(p).satisfy(claims.get(claim))) {
                seen[p] = true;
                if (claimOf[p] < 0 || augment(claimOf[p], peers, claims, claimOf, seen)) {
                    claimOf[p] = claim;
                    return true;
                }
            }
        }
        return false;
    }
}
