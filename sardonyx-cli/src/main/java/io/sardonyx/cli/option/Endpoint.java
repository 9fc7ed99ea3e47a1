package io.sardonyx.cli.option;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A network endpoint, host and port, validated by syntax only, without a DNS lookup.
 *
 * @param wire scheme of the transport
 */
record Endpoint(String wire, String host, int port) {

    /** Loopback with any free port. */
    static final Endpoint LOCAL = new Endpoint("tcp", "127.0.0.1", 0);

    private static final String LOOPBACK = "127.0.0.1";
    private static final int MAX_PORT = 65_535;
    private static final Pattern FORM =
            Pattern.compile("((?<wire>[a-z]{1,20})://)?(?<host>\\[[0-9A-Fa-f:.]+]|[^\\[\\]:/@\\s]*):(?<port>\\d{1,5})");
    private static final Pattern NAME =
            Pattern.compile("(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*\\.?");
    private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

    /** Parses {@code [WIRE://]HOST:PORT}; the host defaults to loopback, the wire to tcp. */
    static Endpoint parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refusal(
                    text, "it should look like worker-1:7070, 10.0.0.5:7070, [fd00::5]:7070 or aeron://worker-1:7070");
        }
        String host = form.group("host").isEmpty() ? LOOPBACK : form.group("host");
        int port = Integer.parseInt(form.group("port"));
        if (port > MAX_PORT) {
            throw refusal(text, "a port is between 0 and " + MAX_PORT);
        }
        if (!isHost(host)) {
            throw refusal(text, host + " is no host");
        }
        String wire = form.group("wire");
        return new Endpoint(wire == null ? LOCAL.wire : wire, host, port);
    }

    private static TypeConversionException refusal(String text, String reason) {
        return new TypeConversionException("'" + text + "' is no address: " + reason);
    }

    private static boolean isHost(String host) {
        if (host.startsWith("[")) {
            return isIpv6(host);
        }
        return NUMBERS.matcher(host).matches()
                ? IPV4.matcher(host).matches()
                : NAME.matcher(host).matches();
    }

    /** Validates by the JDK, which does no DNS lookup for an address in brackets. */
    private static boolean isIpv6(String bracketed) {
        try {
            return bracketed.contains(":") && InetAddress.getByName(bracketed) != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Whether the host can be advertised, that is, is no wildcard address. */
    boolean isDefinite() {
        return !host.equals("0.0.0.0") && !host.matches("\\[[0:]+]");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }

    /** The picocli converter. */
    static final class Reader implements ITypeConverter<Endpoint> {

        @Override
        public Endpoint convert(String text) {
            return parse(text);
        }
    }
}
