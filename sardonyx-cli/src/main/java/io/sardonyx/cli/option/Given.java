package io.sardonyx.cli.option;

/**
 * A value for a setting that did not come from the command line.
 *
 * @param source where it came from: {@code variable SARDONYX_PEERS}, {@code sardonyx.properties:3}
 * @param name what the user called it there, for complaints
 */
public record Given(String value, String source, String name) {

    static Given byVariable(String variable, String value) {
        return new Given(value, "variable " + variable, variable);
    }

    static Given inFile(String file, int line, String key, String value) {
        String place = file + ":" + line;
        return new Given(value, place, place + ": " + key);
    }
}
