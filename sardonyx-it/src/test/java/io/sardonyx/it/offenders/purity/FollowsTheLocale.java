package io.sardonyx.it.offenders.purity;

import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

final class FollowsTheLocale {

    @SuppressWarnings({"DefaultCharset", "StringCaseLocaleUsage"})
    List<Object> texts(String text) {
        return List.of(
                text.toLowerCase(),
                text.toUpperCase(),
                text.getBytes(),
                String.format("%d", 1),
                "%d".formatted(1),
                Locale.getDefault(),
                ZoneId.systemDefault(),
                Charset.defaultCharset());
    }
}
