package io.sardonyx.job.outline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CauseTest {

    @Test
    void whatIsShortStaysAsItIs() {
        String longest = "x".repeat(Cause.LONGEST);
        assertThat(new Cause(longest, null, "somebody"))
                .extracting(Cause::reason, Cause::by)
                .containsExactly(longest, "somebody");
        assertThat(Cause.UNSAID.reason()).isNull();
    }

    @Test
    void whatIsTooLongIsCutAndSaysSo() {
        var cause = new Cause("x".repeat(1 << 20), null, "y".repeat(Cause.LONGEST + 1));
        assertThat(cause.reason())
                .hasSize(Cause.LONGEST)
                .startsWith("xxx")
                .endsWith("… (cut, it had 1048576 characters)");
        assertThat(cause.by()).hasSize(Cause.LONGEST).endsWith("… (cut, it had 2001 characters)");
        assertThat(new Cause(cause.reason(), null, cause.by())).isEqualTo(cause);
    }

    @Test
    void characterOfTwoHalvesIsNeverCutInTheMiddle() {
        for (int before = 0; before < 2; before++) {
            String text = "x".repeat(before) + "\ud83d\ude00".repeat(2_000);
            String kept = Cause.cut(text).replaceAll("….*", "");
            assertThat(kept).isEqualTo("x".repeat(before) + "\ud83d\ude00".repeat((kept.length() - before) / 2));
            assertThat(Cause.cut(text)).hasSizeLessThanOrEqualTo(Cause.LONGEST);
        }
    }
}
