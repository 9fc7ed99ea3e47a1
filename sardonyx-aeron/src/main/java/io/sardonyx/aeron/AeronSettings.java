package io.sardonyx.aeron;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a wire may be told about Aeron.
 *
 * @param external the directory of a media driver that runs by itself, or null for one inside this process
 * @param directory below which an own driver keeps its files, or null for the machine's memory
 * @param termLength bytes of each of the three buffers of a link, at either end
 * @param silence after how long without a sign the other end counts as gone; an external driver has its own
 * @param mtu the most bytes of a datagram
 */
record AeronSettings(@Nullable Path external, @Nullable Path directory, int termLength, Duration silence, int mtu) {

    /** A message may be an eighth of it, and a frame with its header is a little over 64 KiB. */
    static final int MIN_TERM_LENGTH = 1 << 20;

    /** An image with more is refused: its files would fill the memory of the machine. */
    static final int MAX_TERM_LENGTH = 1 << 26;

    private static final int DEFAULT_MTU = 1_408;

    /** Within a machine nothing is split on the way: fewer datagrams, and still many within a window. */
    private static final int LOOPBACK_MTU = 1 << 14;

    private static final int MIN_MTU = 512;
    private static final int MAX_MTU = 65_504;
    private static final int MTU_STEP = 32;
    private static final int DEFAULT_SILENCE_SECONDS = 4;
    private static final int MAX_SILENCE_SECONDS = 50;
    private static final String KNOWN = "; the options are driver=embedded|external, directory=PATH,"
            + " term-length=1048576…67108864 (a power of two), silence-seconds=1…50, mtu=512…65504 (a multiple of 32)";

    /**
     * What was told.
     *
     * @param isLoopback whether it is for processes of this machine only
     * @throws IllegalArgumentException that names the option it does not take, and all that there are
     */
    static AeronSettings of(Map<String, String> options, boolean isLoopback) {
        boolean isExternal = false;
        @Nullable Path directory = null;
        int termLength = MIN_TERM_LENGTH;
        int silence = DEFAULT_SILENCE_SECONDS;
        int mtu = isLoopback ? LOOPBACK_MTU : DEFAULT_MTU;
        for (var option : new TreeMap<>(options).entrySet()) {
            switch (option.getKey()) {
                case "driver" -> isExternal = isExternal(option.getValue());
                case "directory" -> directory = Path.of(option.getValue());
                case "term-length" -> termLength = number(option, MIN_TERM_LENGTH, MAX_TERM_LENGTH);
                case "silence-seconds" -> silence = number(option, 1, MAX_SILENCE_SECONDS);
                case "mtu" -> mtu = number(option, MIN_MTU, MAX_MTU);
                default -> throw refusal(option.getKey(), option.getValue());
            }
        }
        if (Integer.bitCount(termLength) != 1) {
            throw refusal("term-length", String.valueOf(termLength));
        }
        if (mtu % MTU_STEP != 0) {
            throw refusal("mtu", String.valueOf(mtu));
        }
        if (isExternal && directory == null) {
            throw new IllegalArgumentException("driver=external also needs the directory=PATH of that driver" + KNOWN);
        }
        return new AeronSettings(
                isExternal ? directory : null,
                isExternal ? null : directory,
                termLength,
                Duration.ofSeconds(silence),
                mtu);
    }

    private static boolean isExternal(String driver) {
        return switch (driver) {
            case "embedded" -> false;
            case "external" -> true;
            default -> throw refusal("driver", driver);
        };
    }

    private static int number(Map.Entry<String, String> option, int least, int most) {
        if (option.getValue().matches("\\d{1,9}")) {
            int number = Integer.parseInt(option.getValue());
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw refusal(option.getKey(), option.getValue());
    }

    private static IllegalArgumentException refusal(String name, String value) {
        return new IllegalArgumentException("the Aeron wire does not take '" + name + "=" + value + "'" + KNOWN);
    }
}
