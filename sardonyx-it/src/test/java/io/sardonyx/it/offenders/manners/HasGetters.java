package io.sardonyx.it.offenders.manners;

import java.util.Map;

/** {@code getName} is a fault; {@code get}, {@code getaway}, a private method and one that the JDK named are not. */
public final class HasGetters implements Map.Entry<String, String> {

    public String getName() {
        return getSecret();
    }

    public String get() {
        return "";
    }

    public String getaway() {
        return "";
    }

    private String getSecret() {
        return "";
    }

    @Override
    public String getKey() {
        return "";
    }

    @Override
    public String getValue() {
        return "";
    }

    @Override
    public String setValue(String value) {
        return value;
    }
}
