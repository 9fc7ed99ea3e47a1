package io.sardonyx.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SiteTest {

    @Test
    void sitesOrderByAddress() {
        assertThat(new Site("a:1")).isLessThan(new Site("b:1")).hasToString("a:1");
    }

    @Test
    void blankAndEndlessAddressesAreRefused() {
        assertThatThrownBy(() -> new Site(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Site("x".repeat(600))).hasMessageContaining("600");
    }
}
