package io.sardonyx.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Unreadable;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DocumentIdsTest {

    @Test
    void idsCanBeReadAndNeedNoEscapesInAPath() {
        assertThat(DocumentIds.of("logs/log/batches/17")).isEqualTo("logs:log:batches:17");
        assertThat(DocumentIds.of("..")).isEqualTo("~2e.");
        assertThat(DocumentIds.of("_a b:c~")).isEqualTo("~5fa~20b~3ac~7e");
        assertThat(DocumentIds.of("x".repeat(481))).startsWith("~sha256-").hasSize(72);
    }

    @Test
    void differentNamesHaveDifferentIds() {
        var random = new Random(5);
        var names = new HashSet<String>();
        var ids = new HashSet<String>();
        for (int i = 0; i < 20_000; i++) {
            var name = new StringBuilder();
            for (int length = 1 + random.nextInt(6); length > 0; length--) {
                name.append("/:~.%_a0\u00fc\u4e16".charAt(random.nextInt(10)));
            }
            if (names.add(name.toString())) {
                assertThat(ids.add(DocumentIds.of(name.toString())))
                        .as(name.toString())
                        .isTrue();
            }
        }
        assertThat(ids).allMatch(id -> id.matches("[\\w.:~-]+"));
    }

    @Test
    void versionsHoldTermAndSequenceNumber() {
        long version = DocumentVersions.of(3, 17);
        assertThat(DocumentVersions.term(version)).isEqualTo(3);
        assertThat(DocumentVersions.sequence(version)).isEqualTo(17);
        assertThat(DocumentVersions.of(4, 17)).isNotEqualTo(version);
        assertThat(DocumentVersions.of(3, 18)).isNotEqualTo(version);
        assertThat(DocumentVersions.of((1L << 23) - 1, (1L << 40) - 1)).isPositive();
        assertThat(DocumentVersions.isPossible(0)).isFalse();
        assertThatThrownBy(() -> DocumentVersions.of(1, 1L << 40)).isInstanceOf(Unreadable.class);
        assertThatThrownBy(() -> DocumentVersions.of(-1, 1)).isInstanceOf(Unreadable.class);
    }
}
