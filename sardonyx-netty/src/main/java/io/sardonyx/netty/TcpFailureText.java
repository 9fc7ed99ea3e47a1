package io.sardonyx.netty;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Error messages for exceptions of sockets and TLS. */
final class TcpFailureText {

    private TcpFailureText() {}

    static String of(Throwable cause) {
        if (cause instanceof DecoderException && cause.getCause() != null) {
            return of(cause.getCause());
        }
        if (cause instanceof ConnectTimeoutException) {
            return "it does not answer";
        }
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return "its host is unknown here";
        }
        if (cause instanceof NoRouteToHostException) {
            return "there is no way to its host";
        }
        if (cause instanceof ConnectException) {
            return "connection refused";
        }
        if (cause instanceof SSLException) {
            return "TLS failed: " + cause.getMessage();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** The message for a failed bind, with what to do about it. */
    static String ofListening(Throwable cause) {
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return "its host is unknown here; name an address of this machine";
        }
        String said = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (said.contains("permission")) {
            return "this user may not; choose a port above 1023";
        }
        if (cause instanceof BindException && said.contains("assign")) {
            return "no address of this machine; listen on one that it has, and advertise the one others know";
        }
        if (cause instanceof BindException) {
            return "it is in use by another process; end that one, or choose another port";
        }
        return of(cause);
    }
}
