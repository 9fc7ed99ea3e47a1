package io.sardonyx.client;

import java.util.Map;

/**
 * What a task keeps for one key, read from a checkpoint without the job's classes.
 *
 * <p>Keys and values are in terms of the JDK: a record is a map by component names, an enum constant its name, a set a
 * list. Of a total by numbers there are {@code count}, {@code sum}, {@code min} and {@code max}; of another its
 * accumulator.
 *
 * @param states by their names, as far as there is anything for the key
 */
public record KeyState(Object key, Map<String, Object> states) {}
