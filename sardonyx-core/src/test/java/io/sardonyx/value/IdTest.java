package io.sardonyx.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdTest {

    private static final String NEGATIVE = "80000000-0000-0000-0000-000000000000";
    private static final String ZERO = "00000000-0000-0000-0000-000000000000";
    private static final String POSITIVE = "7fffffff-0000-0000-0000-000000000000";

    @Test
    void namesOrderAsStrings() {
        assertThat(sorted("b", "a", "B", "a1", "aa")).containsExactly("B", "a", "a1", "aa", "b");
    }

    @Test
    void uuidsOrderBySignedHalves() {
        assertThat(sorted(POSITIVE, ZERO, NEGATIVE)).containsExactly(NEGATIVE, ZERO, POSITIVE);
    }

    @Test
    void uuidComesBeforeAnyOtherName() {
        assertThat(sorted("0", "a", POSITIVE, "zz").subList(0, 1)).containsExactly(POSITIVE);
    }

    @Test
    void uuidsThatDifferInCaseOnlyAreTwoIdsInAFixedOrder() {
        var lower = GroupId.of("abcdefab-0000-0000-0000-000000000000");
        var upper = GroupId.of("ABCDEFAB-0000-0000-0000-000000000000");
        assertThat(lower).isNotEqualTo(upper);
        assertThat(upper).isLessThan(lower);
    }

    @Test
    void whatOnlyLooksLikeAUuidIsAName() {
        assertThat(sorted("a", "g0000000-0000-0000-0000-000000000000", "000000000-000-0000-0000-000000000000", ZERO))
                .startsWith(ZERO)
                .endsWith("g0000000-0000-0000-0000-000000000000");
    }

    @Test
    void randomUuidsOrderAsTheJdkDoes() {
        var random = new Random(1);
        var uuids = new ArrayList<UUID>();
        for (int i = 0; i < 500; i++) {
            uuids.add(new UUID(random.nextLong(), random.nextLong()));
        }
        List<GroupId> ids = new ArrayList<>();
        uuids.forEach(uuid -> ids.add(GroupId.of(uuid.toString())));
        Collections.sort(uuids);
        Collections.sort(ids);
        assertThat(ids)
                .extracting(GroupId::text)
                .isEqualTo(uuids.stream().map(UUID::toString).toList());
    }

    @Test
    void orderIsTotalAndAgreesWithEquality() {
        var ids = List.of(
                        "a",
                        "A",
                        "b",
                        ZERO,
                        NEGATIVE,
                        POSITIVE,
                        "abcdefab-0000-0000-0000-000000000000",
                        "ABCDEFAB-0000-0000-0000-000000000000",
                        "10",
                        "9")
                .stream()
                .map(PeerId::of)
                .toList();
        for (PeerId x : ids) {
            for (PeerId y : ids) {
                assertThat(Integer.signum(x.compareTo(y))).isEqualTo(-Integer.signum(y.compareTo(x)));
                assertThat(x.compareTo(y) == 0).isEqualTo(x.equals(y));
                for (PeerId z : ids) {
                    if (x.compareTo(y) < 0 && y.compareTo(z) < 0) {
                        assertThat(x).isLessThan(z);
                    }
                }
            }
        }
    }

    @Test
    void idsOfDifferentKindsAreNeverEqual() {
        assertThat((Object) GroupId.of("a")).isNotEqualTo(PeerId.of("a")).isNotEqualTo("a");
        assertThat(JobId.of("a"))
                .isEqualTo(JobId.of("a"))
                .hasSameHashCodeAs(JobId.of("a"))
                .hasToString("a");
    }

    @Test
    void blankLongAndUnprintableNamesAreRefused() {
        assertThatThrownBy(() -> TaskName.of(" ")).hasMessageContaining("not all blank");
        assertThatThrownBy(() -> TaskName.of("x".repeat(Id.MAX_LENGTH + 1))).hasMessageContaining("201");
        assertThatThrownBy(() -> TaskName.of("a\nb")).hasMessageContaining("index 1");
        assertThat(TaskName.of("x".repeat(Id.MAX_LENGTH)).text()).hasSize(Id.MAX_LENGTH);
    }

    private static List<String> sorted(String... names) {
        return List.of(names).stream()
                .map(GroupId::of)
                .sorted(Comparator.naturalOrder())
                .map(GroupId::text)
                .toList();
    }
}
