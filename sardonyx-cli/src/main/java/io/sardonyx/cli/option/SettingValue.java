package io.sardonyx.cli.option;

/**
 * A value of a setting from an environment variable or the configuration file.
 *
 * @param source where it came from: {@code variable SARDONYX_PEERS}, {@code sardonyx.properties:3}
 * @param name what the user called it there, for error messages
 */
public record SettingValue(String value, String source, String name) {

    static SettingValue byVariable(String variable, String value) {
        return new SettingValue(value, "variable " + variable, variable);
    }

    static SettingValue inFile(String file, int line, String key, String value) {
        String place = file + ":" + line;
        return new SettingValue(value, place, place + ": " + key);
    }
}
