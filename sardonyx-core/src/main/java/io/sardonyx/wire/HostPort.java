package io.sardonyx.wire;

import io.sardonyx.value.Site;
import java.util.regex.Pattern;

/**
 * Network address of a process, as in {@code tcp://host:port}.
 *
 * @param scheme the kind of wire
 * @param host a host name or IP address, IPv6 without its brackets
 * @param port 0 for any free port, where a process is about to listen
 */
public record HostPort(String scheme, String host, int port) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\\.?");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?");
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
    private static final int MAX_PORT = 65_535;

    public HostPort {
        host = isBracketed(host) ? host.substring(1, host.length() - 1) : host;
    }

    /**
     * The address of a site.
     *
     * @throws IllegalArgumentException when it is not of the form {@code scheme://host:port}
     */
    public static HostPort of(String scheme, Site site) {
        String prefix = scheme + "://";
        if (!site.address().startsWith(prefix)) {
            throw new IllegalArgumentException("its address does not begin with " + prefix);
        }
        return parse(scheme, site.address().substring(prefix.length()));
    }

    /**
     * Parses {@code host:port}, where an IPv6 host stands in brackets.
     *
     * @throws IllegalArgumentException when it is nothing that others could connect to
     */
    public static HostPort parse(String scheme, String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(0, colon));
        String digits = text.substring(colon + 1);
        var parsed = new HostPort(scheme, host, PORT.matcher(digits).matches() ? Integer.parseInt(digits) : 0);
        Pattern form = isBracketed(host) ? IPV6 : NAME;
        if (parsed.port == 0
                || parsed.port > MAX_PORT
                || !form.matcher(parsed.host).matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is no address: expected is host:port with a port from 1 to " + MAX_PORT
                    + ", such as worker-1.example.org:7400, 10.0.0.7:7400 or [fd00::7]:7400");
        }
        return parsed;
    }

    private static boolean isBracketed(String host) {
        return host.startsWith("[") && host.endsWith("]");
    }

    public Site site() {
        return new Site(scheme + "://" + this);
    }

    /** Host and port, IPv6 in brackets. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
