package io.sardonyx.serial;

/**
 * Type codes: the number with which a serialized value begins. Registered classes come after the last built-in one, in
 * the order of their names. A code never changes its meaning.
 */
final class TypeCode {

    static final int NULL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int BYTE = 3;
    static final int SHORT = 4;
    static final int INTEGER = 5;
    static final int LONG = 6;
    static final int FLOAT = 7;
    static final int DOUBLE = 8;
    static final int CHARACTER = 9;
    static final int BIG_INTEGER = 10;
    static final int BIG_DECIMAL = 11;
    /** A string of characters below 256, one byte each. */
    static final int LATIN = 12;
    /** Any other string, in UTF-8. */
    static final int UNICODE = 13;

    static final int BYTES = 14;
    static final int UUID = 15;
    static final int INSTANT = 16;
    static final int DURATION = 17;
    static final int LOCAL_DATE = 18;
    static final int LOCAL_DATE_TIME = 19;
    static final int LIST = 20;
    static final int SET = 21;
    static final int MAP = 22;
    static final int FIRST_REGISTERED = 32;

    private TypeCode() {}
}
