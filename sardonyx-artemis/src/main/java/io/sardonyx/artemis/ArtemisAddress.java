package io.sardonyx.artemis;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parsed address of one or several brokers: servers, credentials and TLS.
 *
 * @param user null to connect without credentials
 * @param password what its reference held when the address was parsed
 * @param tls null to connect without encryption
 * @param timeout silence after which either side gives the other up
 */
record ArtemisAddress(
        List<Server> servers,
        @Nullable String user,
        @Nullable String password,
        @Nullable Tls tls,
        Duration timeout) {

    static final String SCHEME = "artemis";

    private static final String PORT = "(\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
    private static final Pattern PLACE = Pattern.compile("((?<user>[\\w.-]+)@)?(?<servers>[^@/?]+)");
    private static final Pattern SERVER = Pattern.compile("(?<host>[\\w.-]+|\\[[\\w:.]+]):(?<port>" + PORT + ")");
    private static final String EXAMPLE =
            "; it should look like artemis://user@host:61616,host2:61616?password=file:/run/secrets/broker";

    private static final Pattern ANY = Pattern.compile(".+");
    private static final Pattern NONE = Pattern.compile("(?!)");
    private static final Map<String, Pattern> SETTINGS = Map.of(
            "password", ANY,
            "tls", Pattern.compile("true|false"),
            "tls.trust", ANY,
            "tls.keys", ANY,
            "tls.keys.password", ANY,
            "timeoutMillis", Pattern.compile("[1-9]\\d{3,6}"));
    private static final String KNOWN =
            "password=env:NAME, password=file:PATH, tls=true, tls.trust=FILE, tls.keys=FILE,"
                    + " tls.keys.password=file:PATH, timeoutMillis=1000…9999999";

    /** As long as the default session timeout of stores. */
    private static final String TIMEOUT_MILLIS = "10000";

    /**
     * Certificates of an encrypted connection.
     *
     * @param trust PEM file with the certificates to trust instead of those of the JDK, or null
     * @param keys PKCS12 file with the certificate and key of this process, or null
     * @param keysPassword of that file
     */
    record Tls(
            @Nullable Path trust,
            @Nullable Path keys,
            @Nullable String keysPassword) {}

    /** One broker. */
    record Server(String host, int port) {

        @Override
        public String toString() {
            return SCHEME + "://" + host + ":" + port;
        }
    }

    static ArtemisAddress parse(String address) {
        String prefix = SCHEME + "://";
        if (!address.startsWith(prefix)) {
            throw refusal(address, "it does not begin with " + prefix);
        }
        int question = address.indexOf('?');
        Matcher place = PLACE.matcher(address.substring(prefix.length(), question < 0 ? address.length() : question));
        if (!place.matches()) {
            throw refusal(address, "it lacks HOST:PORT");
        }
        List<Server> servers = Pattern.compile(",")
                .splitAsStream(place.group("servers"))
                .map(text -> server(address, text))
                .toList();
        if (servers.stream().distinct().count() < servers.size()) {
            throw refusal(address, "it names a broker twice");
        }
        return with(address, servers, place.group("user"), settings(address, question));
    }

    private static Server server(String address, String text) {
        Matcher server = SERVER.matcher(text);
        if (!server.matches()) {
            throw refusal(address, "'" + text + "' is not HOST:PORT");
        }
        return new Server(server.group("host"), Integer.parseInt(server.group("port")));
    }

    private static ArtemisAddress with(
            String address, List<Server> servers, @Nullable String user, Map<String, String> settings) {
        for (var setting : settings.entrySet()) {
            if (!SETTINGS.getOrDefault(setting.getKey(), NONE)
                    .matcher(setting.getValue())
                    .matches()) {
                throw refusal(address, "the setting '" + setting.getKey() + "' is none of " + KNOWN);
            }
        }
        String password = secret(address, "password", settings);
        if ((user == null) != (password == null)) {
            throw refusal(address, user == null ? "it has a password but no user" : "it has a user but no password");
        }
        long millis = Long.parseLong(settings.getOrDefault("timeoutMillis", TIMEOUT_MILLIS));
        return new ArtemisAddress(servers, user, password, tls(address, settings), Duration.ofMillis(millis));
    }

    private static @Nullable Tls tls(String address, Map<String, String> settings) {
        Path trust = file(address, "tls.trust", settings);
        Path keys = file(address, "tls.keys", settings);
        String keysPassword = secret(address, "tls.keys.password", settings);
        if ((keys == null) != (keysPassword == null)) {
            throw refusal(address, "tls.keys and tls.keys.password belong together");
        }
        if (trust == null && keys == null && !"true".equals(settings.get("tls"))) {
            return null;
        }
        var tls = new Tls(trust, keys, keysPassword);
        try {
            TlsTrust.ownKeys(tls);
        } catch (IOException | GeneralSecurityException e) {
            throw refusal(address, "tls.keys: the file " + keys + " cannot be opened: " + e.getMessage());
        }
        return tls;
    }

    /** What a reference to a secret holds; a secret itself in an address could be read by all users of the machine. */
    private static @Nullable String secret(String address, String setting, Map<String, String> settings) {
        String reference = settings.get(setting);
        if (reference == null) {
            return null;
        }
        if (reference.startsWith("env:")) {
            String variable = reference.substring("env:".length());
            String value = System.getenv(variable);
            if (value == null || value.isEmpty()) {
                throw refusal(address, "the variable '" + variable + "' for its " + setting + " is not set");
            }
            return value;
        }
        if (!reference.startsWith("file:")) {
            throw refusal(address, "its " + setting + " is a reference, env:NAME or file:PATH");
        }
        Path file = file(address, setting, reference.substring("file:".length()));
        try {
            String text = Files.readString(file).strip();
            if (text.isEmpty() || text.contains("\n")) {
                throw refusal(address, "the file " + file + " does not hold a password in one line");
            }
            return text;
        } catch (IOException e) {
            throw refusal(address, "the file " + file + " with its password cannot be read: " + e);
        }
    }

    private static @Nullable Path file(String address, String setting, Map<String, String> settings) {
        String name = settings.get(setting);
        return name == null ? null : file(address, setting, name);
    }

    private static Path file(String address, String setting, String name) {
        try {
            Path file = Path.of(name);
            if (Files.isReadable(file) && !Files.isDirectory(file)) {
                return file;
            }
        } catch (InvalidPathException e) {
            // told below, as a file that is not there
        }
        throw refusal(address, setting + ": there is no file to read at '" + name + "'");
    }

    private static Map<String, String> settings(String address, int question) {
        var settings = new TreeMap<String, String>();
        if (question < 0) {
            return settings;
        }
        for (String setting : address.substring(question + 1).split("&", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw refusal(address, "a setting is not of the form name=value");
            }
            settings.put(
                    setting.substring(0, equals),
                    URLDecoder.decode(setting.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return settings;
    }

    /** The message leaves out the settings: one may be a password by mistake. */
    private static IllegalArgumentException refusal(String address, String reason) {
        return new IllegalArgumentException("'" + address.replaceFirst("\\?.*", "?…") + "': " + reason + EXAMPLE);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return servers.toString();
    }
}
