package io.sardonyx.aeron;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The options of a wire over Aeron.
 *
 * @param external directory of an external media driver, or null for an embedded one
 * @param directory parent directory for the embedded driver's files, or null for the default, in shared memory
 * @param termLength length in bytes of each of the three term buffers of a link, at either end
 * @param silence timeout after which the other end counts as gone; an external driver has its own
 * @param mtu maximum bytes of a datagram
 */
record AeronSettings(@Nullable Path external, @Nullable Path directory, int termLength, Duration silence, int mtu) {

    /**
     * An Aeron message is at most an eighth of the term length, and a frame with its header is a little over 64 KiB.
     */
    static final int MIN_TERM_LENGTH = 1 << 20;

    /** An image with longer terms is refused: its files would exhaust shared memory. */
    static final int MAX_TERM_LENGTH = 1 << 26;

    private static final int DEFAULT_MTU = 1_408;

    /** MTU on loopback, where there is no IP fragmentation: fewer datagrams, and still many within a window. */
    private static final int LOOPBACK_MTU = 1 << 14;

    private static final int MIN_MTU = 512;
    private static final int MAX_MTU = 65_504;

    /** Aeron's frame alignment, of which an MTU has to be a multiple. */
    private static final int MTU_STEP = 32;

    private static final int DEFAULT_SILENCE_SECONDS = 4;
    private static final int MAX_SILENCE_SECONDS = 50;
    private static final String KNOWN = "; the options are driver=embedded|external, directory=PATH,"
            + " term-length=1048576…67108864 (a power of two), silence-seconds=1…50, mtu=512…65504 (a multiple of 32)";

    /**
     * Parses options.
     *
     * @param isLoopback whether the wire serves processes of this machine only
     * @throws IllegalArgumentException that names the invalid option, and lists all options
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

    /** Whether the host is a loopback address; false if it cannot be resolved. */
    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
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
